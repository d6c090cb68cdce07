import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Transaction } from '../store/database.ts'

/**
 * Replaces a credential by what `change` makes of its current state.
 * @throws `profile-not-found`, `credential-not-found`; what `change` throws
 */
export async function changeCredential(
  profiles: ProfileStore,
  profileId: string,
  credentialId: string,
  change: (current: Credential) => Credential,
  within?: Transaction,
): Promise<Credential> {
  const replaced = (current: Credential[]): Credential[] => {
    findCredential(current, credentialId)
    return current.map((each) => (each.id === credentialId ? change(each) : each))
  }
  const credentials = await profiles.changeCredentials(profileId, replaced, [], within)
  return findCredential(credentials, credentialId)
}

/** @throws `credential-not-found` */
export function findCredential(credentials: readonly Credential[], credentialId: string): Credential {
  const credential = credentials.find(({ id }) => id === credentialId)
  if (credential === undefined)
    throw new ClavisError('credential-not-found', 'This credential no longer exists.', {
      hint: 'It was removed in the meantime.',
    })
  return credential
}
