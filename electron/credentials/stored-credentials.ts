import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import type { NewCredentialEvent } from '../profiles/store/credential-history.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Transaction } from '../store/database.ts'
import { activated, deactivated, requireNotActive } from './lifecycle.ts'

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

/**
 * Activates a credential instead of another one.
 * @param active `from`: the one that was active when the person was asked; undefined: none
 * @throws `credential-not-found`, `no-certificate`, `profile-changed-elsewhere` if another one is active by now
 */
export async function changeActive(
  profiles: ProfileStore,
  profileId: string,
  { from, to }: { readonly from: string | undefined; readonly to: string },
  at: string,
): Promise<Credential> {
  const credentials = await profiles.changeCredentials(profileId, (current) => {
    findCredential(current, to)
    if (activeIn(current)?.id !== from)
      throw new ClavisError('profile-changed-elsewhere', 'Another credential was activated in the meantime.', {
        hint: 'Check the profile’s credentials, then try again.',
      })
    return current.map((each) => {
      if (each.id === to) return activated(each, at)
      return each.state === 'active' ? deactivated(each) : each
    })
  })
  return findCredential(credentials, to)
}

/**
 * Removes a credential.
 * @param before earlier events of it, saved in the same write
 * @throws `credential-not-found`, `credential-state-wrong` if it is active
 */
export async function removeCredential(
  profiles: ProfileStore,
  profileId: string,
  credentialId: string,
  before: readonly NewCredentialEvent[],
  within?: Transaction,
): Promise<void> {
  const removed = (current: Credential[]): Credential[] => {
    requireNotActive(findCredential(current, credentialId))
    return current.filter(({ id }) => id !== credentialId)
  }
  await profiles.changeCredentials(profileId, removed, before, within)
}

export function activeIn(credentials: readonly Credential[]): Credential | undefined {
  return credentials.find(({ state }) => state === 'active')
}

/**
 * Returns a credential's certificate as PEM.
 * @param withChain whether the certificates that it was issued by follow
 * @throws `no-certificate`
 */
export function certificatePem(credential: Credential, withChain: boolean): string {
  const certificate = certificateOf(credential)
  if (certificate === undefined)
    throw new ClavisError('no-certificate', 'This credential has no certificate.', {
      hint: 'Import the signed certificate first.',
    })
  return [certificate.pem, ...(withChain ? certificate.chain : [])].join('')
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
