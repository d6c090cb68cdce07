import type { Credential, ThumbprintEncoding } from '../../shared/model/credential/credential.ts'
import type { ClavisError } from '../../shared/model/errors/error.ts'
import type { ListName } from '../../shared/model/profile/list-name.ts'
import type { TokenState } from '../../shared/model/oauth/token.ts'
import type { TlsPeer } from '../http/connection/connection-opening.ts'
import type { TlsEnvironment } from '../http/tls/tls-environment.ts'
import type { ClockOffset } from '../http/service-clocks.ts'
import type { StoredProfile } from '../profiles/stored-profile.ts'
import type { Proxy } from '../proxy/proxy-choice.ts'

export type ActiveCredential = Extract<Credential, { state: 'active' }>

/** Which certificate a key ID names. */
export type KidOwner =
  | { readonly kind: 'active'; readonly encoding: ThumbprintEncoding; readonly isAsConfirmed: boolean }
  | { readonly kind: 'other'; readonly profileName: string; readonly subject: string }
  | { readonly kind: 'unknown' }

/**
 * Everything that the doctor found out, one member for each thing that it looked at; undefined where it did not come to
 * that. The causes are read from here alone.
 */
export interface Facts {
  readonly own: StoredProfile
  readonly all: readonly StoredProfile[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What a person types to call the command line. */
  readonly commandLine: string
  /** What was set outside of Clavis. */
  readonly tlsEnvironment?: TlsEnvironment
  active?: ActiveCredential
  /** From the keychain: why its key or secret cannot be used. */
  secretFailure?: ClavisError
  kid?: string
  kidOwner?: KidOwner
  /** The proxy, where there is one. */
  proxy?: Proxy
  /** From finding the name, connecting and TLS. */
  connectionFailure?: ClavisError
  peer?: TlsPeer
  clock?: ClockOffset
  token?: Extract<TokenState, { kind: 'held' }>
  tokenFailure?: ClavisError
  /** Whether the service gives a token once the assertion has a jti. */
  jtiHelps?: true
  /** The assertion's jti where the service had seen it in this session before. */
  repeatedJti?: string
  helloFailure?: ClavisError
  listFailures: Partial<Record<ListName, ClavisError>>
}
