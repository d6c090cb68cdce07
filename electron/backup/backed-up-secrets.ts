import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { localDay } from '#shared/values/local-day.ts'
import { clientSecretAccount, keyAccount, proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { isKeyOf } from './backup-content.ts'
import { readEntry } from './keychain-entries.ts'

export type SecretMaps = Record<'keys' | 'clientSecrets' | 'proxyPasswords', Map<string, Secret>>

/** Reads the profiles' secrets from the keychain into the maps. Returns one line for each that is missing. @throws `keychain-…` */
export async function collectSecrets(
  keychain: Keychain,
  profiles: readonly StoredProfile[],
  { keys, clientSecrets, proxyPasswords }: SecretMaps,
  timeZone: string | undefined,
): Promise<string[]> {
  const missing: string[] = []
  for (const { profile, credentials } of profiles) {
    for (const credential of credentials) {
      if (isKeyDestroyed(credential)) continue
      const key = await readEntry(keychain, keyAccount(credential.id))
      if (key instanceof Secret && isKeyOf(key, credential.publicKeyFingerprint)) {
        keys.set(credential.id, key)
        continue
      }
      if (key instanceof Secret) key.wipe()
      missing.push(`${profile.name}: ${describeKey(credential, timeZone)}`)
    }
    const others = [
      [clientSecretAccount(profile.id), clientSecrets, 'client secret'],
      [proxyPasswordAccount(profile.id), proxyPasswords, 'proxy password'],
    ] as const
    for (const [account, secrets, name] of others) {
      const secret = await readEntry(keychain, account)
      if (secret instanceof Secret) secrets.set(profile.id, secret)
      else if (secret === 'damaged') missing.push(`${profile.name}: ${name}`)
    }
  }
  return missing
}

function describeKey(credential: Credential, timeZone: string | undefined): string {
  const certificate = certificateOf(credential)
  const of =
    certificate === undefined ? `created on ${localDay(credential.createdAt, timeZone)}` : `of ${certificate.subject}`
  return `RSA ${credential.keySize} key ${of}`
}

export function keysMissing(missing: readonly string[]): ClavisError {
  const one = missing.length === 1
  return new ClavisError(
    'keychain-entry-missing',
    `${one ? '1 entry is' : `${missing.length} entries are`} missing or damaged in the keychain: ${missing.join('; ')}.`,
    {
      hint: `Back up without ${one ? 'it' : 'them'} if you no longer need ${one ? 'it' : 'them'}, or leave the profile out.`,
      details: { missing: [...missing] },
    },
  )
}
