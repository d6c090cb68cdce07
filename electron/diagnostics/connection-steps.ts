import { lookup } from 'node:dns/promises'
import type { DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { hostPortOf, openTcp, type HostPort } from '../http/connection/connection-opening.ts'
import { proxyChoiceOf } from '../http/connection/proxy-choice.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Purpose } from '../http/http-message.ts'
import { networkFailure } from '../http/network-failure.ts'
import { standardLimits } from '../http/time-limits.ts'
import { OpeningFailure } from '../http/tls-failure.ts'
import { nameLine } from '../profiles/store/stored-certificate.ts'
import type { DiagnosisFacts } from './facts.ts'
import { asFailure, bad, good, skipped } from './step.ts'

interface Tools {
  readonly http: Pick<HttpClient, 'inspectTls'>
  /** Timeout for DNS lookup and connecting, ms. */
  readonly connectLimit?: number
}

/** Finds the proxy for the token URL. @throws `host-not-agreed`, `call-refused`: then nothing may be checked */
export async function findProxy(http: Pick<HttpClient, 'proxyFor'>, facts: DiagnosisFacts): Promise<void> {
  const { profile } = facts.own
  const destination = { url: profile.tokenUrl, proxy: proxyChoiceOf(profile), purpose: diagnosisOf(profile) }
  try {
    const proxy = await http.proxyFor(destination)
    if (proxy !== undefined) facts.proxy = proxy
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'host-not-agreed' || failure.code === 'call-refused') throw failure
    facts.connectionFailure = failure
  }
}

/** Checks the connection to the token URL: proxy, DNS, TCP, TLS. Skips the steps after a failure. */
export async function connectionSteps(tools: Tools, facts: DiagnosisFacts): Promise<DiagnosisStep[]> {
  // The first connection goes to the proxy, if there is one.
  const target = hostPortOf(new URL(facts.proxy?.address ?? facts.own.profile.tokenUrl))
  const steps = [proxyStep(facts)]
  steps.push(
    facts.connectionFailure === undefined ? await nameStep(target, facts) : skipped('name', 'Skipped: no proxy.'),
  )
  steps.push(
    facts.connectionFailure === undefined
      ? await tcpStep(target, tools, facts)
      : skipped('tcp', 'Skipped: no address.'),
  )
  steps.push(
    facts.connectionFailure === undefined ? await tlsStep(tools, facts) : skipped('tls', 'Skipped: no connection.'),
  )
  return steps
}

function proxyStep({ proxy, own, connectionFailure }: DiagnosisFacts): DiagnosisStep {
  if (connectionFailure !== undefined) return bad('proxy', connectionFailure.message)
  if (proxy === undefined)
    return good(
      'proxy',
      proxyChoiceOf(own.profile).kind === 'own'
        ? 'Direct connection (this address bypasses the profile’s proxy).'
        : 'Direct connection (no proxy).',
    )
  const source = proxyChoiceOf(own.profile).kind === 'system' ? 'system settings' : 'profile settings'
  const { login } = proxy
  return good(
    'proxy',
    `Requests go through the proxy ${new URL(proxy.address).host} (${source}).`,
    login === undefined
      ? []
      : [
          { label: 'User', value: login.user },
          { label: 'Password', value: login.password === undefined ? 'missing in the keychain' : 'in the keychain' },
        ],
  )
}

async function nameStep({ host }: HostPort, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  if (/^[\d.]+$|:/u.test(host)) return good('name', 'DNS lookup not needed.')
  try {
    const addresses = await lookup(host, { all: true })
    return good(
      'name',
      `DNS lookup of ${host} succeeded.`,
      addresses.map(({ address, family }) => ({ label: `IPv${family}`, value: address })),
    )
  } catch (error) {
    return failed('name', new OpeningFailure(placeOf(facts), error), facts)
  }
}

async function tcpStep({ host, port }: HostPort, tools: Tools, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  try {
    const { connectLimit = standardLimits.connect } = tools
    const { socket, times } = await openTcp({ host, port }, placeOf(facts), connectLimit)
    const { remoteAddress = host } = socket
    socket.destroy()
    return good('tcp', `${host} accepts connections on port ${port}.`, [
      { label: 'Address', value: remoteAddress },
      { label: 'Duration', value: `${Math.round((times.resolveMs ?? 0) + (times.connectMs ?? 0))} ms` },
    ])
  } catch (error) {
    return failed('tcp', error, facts)
  }
}

async function tlsStep({ http }: Tools, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  const { profile } = facts.own
  const url = new URL(profile.tokenUrl)
  if (url.protocol !== 'https:') return skipped('tls', 'TLS not used: plain HTTP on this computer.')
  try {
    const peer = await http.inspectTls({
      url: profile.tokenUrl,
      authorities: profile.certificateAuthorities,
      proxy: proxyChoiceOf(profile),
      purpose: diagnosisOf(profile),
    })
    facts.peer = peer
    const { certificates, distrust, protocol } = peer
    const evidence = [
      { label: 'Version', value: protocol },
      ...certificates.map(({ subject }, index) => ({
        label: index === 0 ? 'Certificate' : 'Issued by',
        value: nameLine(subject),
      })),
      { label: 'Last issuer', value: nameLine(certificates.at(-1)?.issuer) },
    ]
    if (distrust === undefined) return good('tls', `${url.hostname} uses ${protocol} and is trusted.`, evidence)
    const refusal = new OpeningFailure('service', Object.assign(new Error(distrust), { code: distrust }), certificates)
    facts.connectionFailure = networkFailure(refusal, profile.tokenUrl, facts.proxy)
    return bad('tls', facts.connectionFailure.message, evidence)
  } catch (error) {
    const failure = asFailure(error)
    // In TLS 1.2, a server that requires a client certificate ends the handshake of a connection without one.
    if (failure.details?.['refused'] === 'no-certificate' && profile.clientAuthentication === 'tls_client_auth')
      return good('tls', `${url.hostname} requires the client certificate, which only the token request sends.`)
    return failed('tls', failure, facts)
  }
}

/** The purpose of connections to a profile's token URL that send no request. */
function diagnosisOf({ id, name }: Profile): Purpose {
  return { kind: 'token', what: 'Diagnostics', agreement: 'token', profileId: id, profileName: name }
}

function placeOf({ proxy }: DiagnosisFacts): OpeningFailure['place'] {
  return proxy === undefined ? 'service' : 'proxy'
}

function failed(id: 'name' | 'tcp' | 'tls', error: unknown, facts: DiagnosisFacts): DiagnosisStep {
  const failure = networkFailure(error, facts.own.profile.tokenUrl, facts.proxy)
  facts.connectionFailure = failure
  const cause = failure.details?.['cause']
  return bad(id, failure.message, typeof cause === 'string' ? [{ label: 'Code', value: cause }] : [])
}
