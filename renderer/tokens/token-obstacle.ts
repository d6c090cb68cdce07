import type { Credential } from '#shared/credentials/credential.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { judge, usableValidity } from '#shared/expiry/expiry.ts'
import { ofIssuer } from '#shared/expiry/warning-messages.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'

export interface TokenObstacle {
  /** The error with which a request would fail. */
  readonly code: ErrorCode
  readonly words: string
}

/**
 * Returns what prevents a token request, as far as that is known without reading the keychain or calling the service.
 * @param now milliseconds since the epoch
 */
export function tokenObstacle(
  profile: Pick<Profile, 'flavor'>,
  credentials: readonly Credential[],
  now: number,
): TokenObstacle | undefined {
  if (!needsCertificate(profile)) return undefined
  const active = credentials.find((credential) => credential.state === 'active')
  if (active === undefined)
    return {
      code: 'no-active-credential',
      words:
        credentials.length === 0
          ? 'No key yet. Create a key and import its certificate.'
          : 'No active credential. Activate one to sign token requests.',
    }
  const validity = usableValidity(active.certificate)
  const { urgency, isNotYetValid } = judge(validity, [], now)
  if (urgency === 'expired')
    return {
      code: 'certificate-expired',
      words: `The active certificate${ofIssuer(validity.expiringIssuer)} has expired.`,
    }
  return isNotYetValid
    ? { code: 'certificate-not-yet-valid', words: 'The active certificate is not valid yet.' }
    : undefined
}
