import type { Credential, ThumbprintEncoding } from '#shared/credentials/credential.ts'
import type { DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import type { ClavisError } from '#shared/errors.ts'
import type { HealthCheck } from '#shared/health/health-schemas.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import type { TlsPeer } from '../http/connection/connection-opening.ts'
import type { Proxy } from '../http/connection/proxy-choice.ts'
import type { TlsEnvironment } from '../http/connection/tls-environment.ts'
import type { ClockOffset } from '../http/service-clocks.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

export type ActiveCredential = Extract<Credential, { state: 'active' }>

/** Describes which certificate a key ID identifies. */
export type KidOwner =
  | {
      readonly kind: 'active'
      readonly encoding: ThumbprintEncoding
      readonly isAsConfirmed: boolean
      /** Spelled as portals usually show it. */
      readonly isPortalSpelling: boolean
    }
  | { readonly kind: 'other'; readonly profileName: string; readonly subject: string }
  | { readonly kind: 'unknown' }

/** Collects what the steps found out. A field is undefined if its step did not run. Causes are derived from this alone. */
export interface DiagnosisFacts {
  readonly own: StoredProfile
  readonly all: readonly StoredProfile[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How the certificate stands by the profile's health; undefined if it needs none. */
  readonly certificate?: HealthCheck
  /** What a person types to call the command line. */
  readonly commandLine: string
  /** TLS settings that were set outside Clavis. */
  readonly tlsEnvironment?: TlsEnvironment
  active?: ActiveCredential
  /** Why the key or secret in the keychain cannot be used. */
  secretFailure?: ClavisError
  kid?: string
  kidOwner?: KidOwner
  proxy?: Proxy
  /** Failure of the proxy settings, DNS lookup, TCP connection or TLS handshake. */
  connectionFailure?: ClavisError
  peer?: TlsPeer
  clock?: ClockOffset
  token?: Extract<TokenState, { kind: 'held' }>
  tokenFailure?: ClavisError
  /** Set if a request with a jti succeeds. */
  jtiHelps?: true
  /** The assertion's jti if an earlier assertion of this session had the same. */
  repeatedJti?: string
  helloFailure?: ClavisError
  listFailures: Partial<Record<ListName, ClavisError>>
}

/** A possible cause with its likelihood. Only the order of the weights matters. */
export interface Suspicion extends DiagnosisCause {
  /** 100: proven; 50: one piece of evidence; 20: possible. */
  readonly weight: number
}

export interface Refusal {
  /** The `error` field (RFC 6749 §5.2); empty if there is none. */
  readonly error: string
  /** Error and description in lower case, to search in. */
  readonly message: string
  /** The description as the service wrote it; empty if there is none. */
  readonly reason: string
  readonly status: unknown
}
