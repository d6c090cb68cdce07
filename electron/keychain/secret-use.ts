import { ClavisError } from '#shared/errors.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'

/** What a look at a key, or without `credentialId` at the client secret, found in the keychain. */
export interface SecretUse {
  readonly profileId: string
  readonly credentialId?: string
  readonly state: NonNullable<ProfileStatus['key']>
}

/** Returns what an access to a secret says of it; undefined if it failed for another reason, such as a locked keychain. */
export function secretStateOf(error: unknown): SecretUse['state'] | undefined {
  if (error === undefined) return 'found'
  const code = error instanceof ClavisError ? error.code : undefined
  if (code === 'keychain-entry-missing' || code === 'no-client-secret') return 'missing'
  return code === 'keychain-entry-damaged' ? 'damaged' : undefined
}
