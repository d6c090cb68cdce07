import type { Credential } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'

/**
 * Replaces a credential by what `change` makes of its current state.
 * @throws `profile-not-found`, `credential-not-found`; what `change` throws
 */
export async function changeCredential(
  profiles: ProfileStore,
  profileId: string,
  credentialId: string,
  change: (current: Credential) => Credential,
): Promise<Credential> {
  const credentials = await profiles.changeCredentials(profileId, (current) => {
    findCredential(current, credentialId)
    return current.map((each) => (each.id === credentialId ? change(each) : each))
  })
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
