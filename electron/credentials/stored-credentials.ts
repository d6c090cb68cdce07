import type { Credential } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'

/** Finds and changes single credentials in the profile store. */
export class StoredCredentials {
  readonly #profiles: ProfileStore

  constructor(profiles: ProfileStore) {
    this.#profiles = profiles
  }

  /** Returns a profile's credentials, newest first. @throws `profile-not-found` */
  async list(profileId: string): Promise<Credential[]> {
    return (await this.#profiles.get(profileId)).credentials
  }

  /** @throws `profile-not-found`, `credential-not-found` */
  async get(profileId: string, credentialId: string): Promise<Credential> {
    return findCredential(await this.list(profileId), credentialId)
  }

  /** Replaces a credential by what `change` makes of its current state. @throws as {@link get}, and what `change` throws */
  async change(
    profileId: string,
    credentialId: string,
    change: (current: Credential) => Credential,
  ): Promise<Credential> {
    const credentials = await this.#profiles.changeCredentials(profileId, (current) => {
      findCredential(current, credentialId)
      return current.map((each) => (each.id === credentialId ? change(each) : each))
    })
    return findCredential(credentials, credentialId)
  }
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
