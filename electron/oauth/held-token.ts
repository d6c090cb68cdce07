import type { TokenState } from '../../shared/model/oauth/token.ts'
import type { Secret } from '../keychain/secret.ts'
import { settingsOf, type StoredProfile } from '../profiles/stored-profile.ts'
import type { Grant } from './token-requester.ts'

type HeldState = Extract<TokenState, { kind: 'held' }>

/** A token that is kept until shortly before it expires. */
export interface HeldToken {
  readonly accessToken: Secret
  readonly state: HeldState
  /** What the request depended on: a token for other settings is not used. */
  readonly basis: string
  /** From then on a new one is asked for while this one is in use, ms since the epoch. */
  readonly renewFrom: number
  /** From then on this one is not used any more, ms since the epoch. */
  readonly renewAt: number
}

/** A token in use is renewed after this part of its life, milliseconds for each second of it. */
const renewedAfter = 800

/** A token is not used in its last tenth, half a minute at most: it must still be good when it arrives. */
function margin(lifetimeSeconds: number): number {
  return Math.min(30_000, lifetimeSeconds * 100)
}

/** The token that was granted, as it is held. @param basis what {@link basisOf} said when it was requested */
export function heldToken(grant: Grant, basis: string): HeldToken {
  const { accessToken, lifetimeSeconds, tokenType, scopes, claims, notice, requestedAt } = grant
  // Counted from the sending: the service's clock started after that, so this errs on the safe side.
  const expiresAt = requestedAt + lifetimeSeconds * 1000
  return {
    accessToken,
    basis,
    renewFrom: requestedAt + lifetimeSeconds * renewedAfter,
    renewAt: expiresAt - margin(lifetimeSeconds),
    state: {
      kind: 'held',
      obtainedAt: new Date(requestedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      lifetimeSeconds,
      tokenType,
      ...(scopes === undefined ? {} : { scopes: [...scopes] }),
      ...(claims === undefined ? {} : { claims }),
      ...(notice === undefined ? {} : { notice }),
    },
  }
}

/** Everything that a token depends on: two requests with the same basis get the same kind of token. */
export function basisOf({ profile, credentials }: StoredProfile): string {
  const settings = { ...settingsOf(profile), name: '', recordMembers: {} }
  const active = credentials.find((each) => each.state === 'active')
  return JSON.stringify([settings, active?.id, active?.confirmation?.thumbprint])
}
