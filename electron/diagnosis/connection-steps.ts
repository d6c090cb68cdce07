import { lookup } from 'node:dns/promises'
import { getCACertificates, rootCertificates } from 'node:tls'
import type { DiagnosisStep } from '../../shared/model/diagnosis.ts'
import { networkFailure } from '../http/network-failure.ts'
import type { Facts } from './facts.ts'
import { bad, good, skipped } from './step.ts'
import { lookAtTls, reach } from './tls-peer.ts'

/** Where the first connection goes: to the service, or to the proxy before it. */
interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
}

/** The way to the token URL, one step after the other: proxy, name, TCP, TLS. A step that fails ends the way. */
export async function connectionSteps(facts: Facts): Promise<DiagnosisStep[]> {
  const target = targetOf(facts.proxy ?? facts.own.profile.tokenUrl)
  const steps = [proxyStep(facts), await nameStep(target, facts)]
  steps.push(
    facts.connectionFailure === undefined
      ? await tcpStep(target, facts)
      : skipped('tcp', 'Without an address there is nothing to connect to.'),
  )
  steps.push(
    facts.connectionFailure === undefined
      ? await tlsStep(target, facts)
      : skipped('tls', 'Without a connection there is no TLS to look at.'),
  )
  return steps
}

function targetOf(address: string): Target {
  const url = new URL(address)
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { url, host: url.hostname.replace(/^\[|\]$/gu, ''), port }
}

function proxyStep({ proxy, own }: Facts): DiagnosisStep {
  if (proxy === undefined) return good('proxy', 'No proxy stands between: the connection goes directly.')
  const from = own.profile.proxy === 'system' ? 'the system’s settings' : 'the profile’s settings'
  return good('proxy', `Calls go through the proxy ${new URL(proxy).host}, by ${from}.`)
}

async function nameStep({ host }: Target, facts: Facts): Promise<DiagnosisStep> {
  if (/^[\d.]+$|:/u.test(host)) return good('name', `${host} is an address: no name has to be found.`)
  try {
    const addresses = await lookup(host, { all: true })
    return good(
      'name',
      `The name ${host} is found.`,
      addresses.map(({ address, family }) => ({ label: `IPv${family}`, value: address })),
    )
  } catch (error) {
    return failed('name', error, facts)
  }
}

async function tcpStep({ host, port }: Target, facts: Facts): Promise<DiagnosisStep> {
  const began = performance.now()
  try {
    const address = await reach(host, port)
    return good('tcp', `${host} accepts connections on port ${port}.`, [
      { label: 'Address', value: address },
      { label: 'Took', value: `${Math.round(performance.now() - began)} ms` },
    ])
  } catch (error) {
    return failed('tcp', error, facts)
  }
}

async function tlsStep({ url, host, port }: Target, facts: Facts): Promise<DiagnosisStep> {
  if (facts.proxy !== undefined)
    return skipped('tls', 'The proxy stands between: whether TLS holds is seen at the token request.')
  if (url.protocol !== 'https:') return skipped('tls', 'The address is plain http on this computer: there is no TLS.')
  try {
    const trusted = [...rootCertificates, ...getCACertificates('system'), ...facts.own.profile.certificateAuthorities]
    const peer = await lookAtTls(host, port, trusted)
    facts.peer = peer
    const evidence = [
      { label: 'Version', value: peer.protocol },
      ...peer.chain.map((subject, index) => ({ label: index === 0 ? 'Certificate' : 'Issued by', value: subject })),
      { label: 'Last issuer', value: peer.lastIssuer },
    ]
    if (peer.distrust === undefined) return good('tls', `${host} speaks ${peer.protocol} and is trusted.`, evidence)
    const failure = networkFailure(
      Object.assign(new Error(peer.distrust), { code: peer.distrust }),
      facts.own.profile.tokenUrl,
      undefined,
    )
    facts.connectionFailure = failure
    return bad('tls', failure.message, evidence)
  } catch (error) {
    return failed('tls', error, facts)
  }
}

function failed(id: 'name' | 'tcp' | 'tls', error: unknown, facts: Facts): DiagnosisStep {
  const failure = networkFailure(error, facts.own.profile.tokenUrl, facts.proxy)
  facts.connectionFailure = failure
  const cause = failure.details?.['cause']
  return bad(id, failure.message, typeof cause === 'string' ? [{ label: 'Code', value: cause }] : [])
}
