import type { DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import type { ClavisError } from '#shared/errors.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import type { TlsPeer } from '../http/connection/connection-opening.ts'
import { isDistrust, selfSigned } from '../http/connection/distrust.ts'
import { plainCode } from '../http/tls-failure.ts'
import { nameLine } from '../profiles/store/stored-certificate.ts'
import type { DiagnosisFacts, Suspicion } from './facts.ts'

const tooOld =
  /PROTOCOL|SSL_VERSION|CIPHER|SIGALG|SIGNATURE_ALGORITHMS|DH_|ALERT_HANDSHAKE_FAILURE|ALERT_INSUFFICIENT_SECURITY/u

type Verdict = Pick<DiagnosisCause, 'id' | 'place' | 'field'>

const atTokenUrl = { place: 'edit-profile', field: 'tokenUrl' } as const
const atProxy = { place: 'network', field: 'proxy' } as const
const atProxyUser = { place: 'network', field: 'proxyUser' } as const
const atAuthorities = { place: 'network', field: 'certificateAuthorities' } as const

export function networkCauses(facts: DiagnosisFacts): Suspicion[] {
  // The failure of the token request itself says more than that of the connection steps before it.
  const failure =
    [facts.tokenFailure, facts.connectionFailure].find(
      (each) => each?.code.startsWith('network-') === true || each?.code === 'redirect-refused',
    ) ?? facts.connectionFailure
  const verdict = failure && verdictOf(failure, facts)
  if (failure === undefined || verdict === undefined) return []
  const interceptor = failure.details?.['issuer']
  return [
    {
      ...verdict,
      weight: 95,
      what:
        verdict.id === 'tls-intercepted' && typeof interceptor === 'string'
          ? `The server’s certificate was issued by “${interceptor}”, which this computer doesn’t trust. A corporate TLS-inspection proxy does this.`
          : failure.message,
      evidence: evidenceOf(failure, facts),
      ...commandOf(verdict.id, facts),
      remedy:
        verdict.id === 'tls-intercepted'
          ? 'Ask your network administrator for this authority’s certificate, compare the fingerprint, and trust it for this profile. If they don’t know it, do not continue.'
          : (failure.hint ?? 'Try again.'),
    },
  ]
}

function verdictOf(failure: ClavisError, facts: DiagnosisFacts): Verdict | undefined {
  const cause = String(failure.details?.['cause'] ?? '')
  switch (failure.code) {
    case 'network-name-not-found':
      return { id: 'name-not-found', ...atTokenUrl }
    case 'network-refused':
      return { id: 'host-refuses', ...atTokenUrl }
    case 'network-unreachable':
      return { id: 'host-unreachable' }
    case 'network-timeout':
      return { id: 'host-silent' }
    case 'input-invalid':
      return { id: 'proxy-invalid', ...atProxy }
    case 'network-proxy':
      return { id: failure.details?.['status'] === 407 ? 'proxy-sign-in-unknown' : 'proxy-refuses', ...atProxy }
    case 'network-proxy-login-missing':
      return { id: 'proxy-password', ...atProxyUser }
    case 'network-proxy-login-refused':
      return { id: 'proxy-password-refused', ...atProxyUser }
    case 'redirect-refused':
      return { id: 'redirected', ...atTokenUrl }
    case 'network-keys-recorded':
      return { id: 'keys-recorded' }
    case 'network-tls':
      return tlsVerdict(cause, failure)
    case 'network-interrupted':
      if (failure.details?.['refused'] !== undefined && facts.peer?.distrust === undefined)
        return { id: 'client-certificate-refused', place: 'credentials' }
      return { id: 'response-damaged' }
    default:
      return undefined
  }
}

function tlsVerdict(cause: string, { details }: ClavisError): Verdict {
  const plain = plainCode(cause)
  if (details?.['refused'] !== undefined) return { id: 'client-certificate-refused', place: 'credentials' }
  if (cause === selfSigned) return { id: 'tls-untrusted', ...atAuthorities }
  if (isDistrust(cause))
    return { id: details?.['issuer'] === undefined ? 'tls-untrusted' : 'tls-intercepted', ...atAuthorities }
  if (tooOld.test(plain)) return { id: 'tls-too-old' }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/u.test(plain)) return { id: 'tls-not-spoken', ...atTokenUrl }
  return { id: 'tls-certificate-bad', ...atTokenUrl }
}

function evidenceOf(failure: ClavisError, { peer, proxy, tlsEnvironment }: DiagnosisFacts): string[] {
  const { details = {} } = failure
  return [
    ...(typeof details['cause'] === 'string' ? [`Error code: ${details['cause']}.`] : []),
    ...(typeof details['status'] === 'number' ? [`Status: ${details['status']}.`] : []),
    ...(proxy === undefined ? [] : [`Proxy: ${new URL(proxy.address).host}.`]),
    ...(peer?.distrust === undefined ? [] : [describeChain(peer)]),
    ...(failure.code !== 'network-tls'
      ? []
      : (tlsEnvironment?.authorities ?? []).map(
          (name) => `${name} is set but ignored: Clavis uses the authorities of the profile and the system.`,
        )),
  ]
}

function describeChain({ certificates }: TlsPeer): string {
  const chain = certificates.map(({ subject }) => nameLine(subject))
  return `Certificate chain: ${chain.join(' ← ')}, issued by ${nameLine(certificates.at(-1)?.issuer)}.`
}

function commandOf(id: DiagnosisCause['id'], { own, commandLine }: DiagnosisFacts): Pick<DiagnosisCause, 'command'> {
  const { name } = own.profile
  if (id === 'tls-intercepted' || id === 'tls-untrusted')
    return { command: `${commandLine} authority show ${shownWord(name)}` }
  return id === 'proxy-password' || id === 'proxy-password-refused'
    ? { command: `${commandLine} secret set ${shownWord(name)} --proxy` }
    : {}
}
