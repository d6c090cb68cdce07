import { isKeyDestroyed } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { keyAccount, type Keychain } from '../../keychain/keychain.ts'
import { isOwnKey } from '../../profiles/store/credential-states.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { Database } from '../../store/database.ts'

/**
 * Finds credentials whose key their profile never got, such as those that a backup brought without it. They prove nothing: whoever
 * knows a certificate can put its public key into a backup, so a key or certificate must not be drawn to them from its real owner.
 * @param keys fingerprints of the public keys that matter, besides those that several profiles have
 * @returns the credentials' ids
 * @throws `keychain-…`
 */
export async function keylessCredentials(
  keychain: Pick<Keychain, 'read'>,
  database: Database,
  profiles: readonly StoredProfile[],
  keys: ReadonlySet<string>,
): Promise<Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { profile, credentials } of profiles)
    for (const { publicKeyFingerprint: key } of credentials)
      owners.set(key, (owners.get(key) ?? new Set()).add(profile.id))
  const doubtful = profiles
    .flatMap(({ credentials }) => credentials)
    .filter(({ publicKeyFingerprint: key }) => keys.has(key) || (owners.get(key)?.size ?? 0) > 1)
  const unproven = await database.read((sql) =>
    doubtful.filter((each) => !isOwnKey(sql, each.profileId, each.publicKeyFingerprint)),
  )
  const keyless = new Set<string>()
  for (const credential of unproven)
    if (isKeyDestroyed(credential) || !(await hasKey(keychain, credential.id))) keyless.add(credential.id)
  return keyless
}

/** Returns whether the keychain has an entry for a credential's key, damaged or not. */
async function hasKey(keychain: Pick<Keychain, 'read'>, credentialId: string): Promise<boolean> {
  try {
    const key = await keychain.read(keyAccount(credentialId))
    key?.wipe()
    return key !== undefined
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'keychain-entry-missing') return false
    if (error instanceof ClavisError && error.code === 'keychain-entry-damaged') return true
    throw error
  }
}
