import { createPublicKey } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { publicKeyFingerprint } from '../credentials/key-pair.ts'
import { parseStoredCertificate } from '../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

/** The public keys of each profile of a backup, as fingerprints, by profile id. */
export type PublicKeys = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Lists the public keys that profiles of a backup bring: those that their credentials name, and those of the certificates
 * and PEM texts beside them, because the backup's author may have written something else.
 */
export async function publicKeysOf(profiles: readonly StoredProfile[]): Promise<PublicKeys> {
  const keys = new Map<string, Set<string>>()
  for (const { profile, credentials } of profiles) {
    const own = new Set<string>()
    for (const credential of credentials) {
      for (const key of publicKeysIn(credential)) own.add(key)
      // Thousands of certificates take a while; let other events through.
      await setImmediate()
    }
    keys.set(profile.id, own)
  }
  return keys
}

/**
 * Finds another profile that has one of these public keys.
 * @param self the profile that may have them
 */
export function otherOwner(
  keys: ReadonlySet<string>,
  self: StoredProfile | undefined,
  here: readonly StoredProfile[],
): StoredProfile | undefined {
  const own = new Set(self?.credentials.map(({ publicKeyFingerprint: key }) => key))
  return here.find(
    ({ profile, credentials }) =>
      profile.id !== self?.profile.id &&
      credentials.some(({ publicKeyFingerprint: key }) => keys.has(key) && !own.has(key)),
  )
}

/** What {@link requireOwnKeys} has to know of a restored profile. */
interface Bringing {
  readonly stored: StoredProfile
  readonly replaced?: StoredProfile
  readonly publicKeys: ReadonlySet<string>
}

/**
 * Makes sure that a restore brings no public key that another profile has: a key belongs to one profile.
 * @throws `credential-state-wrong`, which names both profiles
 */
export function requireOwnKeys(here: readonly StoredProfile[], steps: readonly Bringing[]): void {
  const owners = new Map<string, { id: string; name: string }[]>()
  const own = (key: string, { id, name }: StoredProfile['profile']): unknown =>
    owners.set(key, [...(owners.get(key) ?? []), { id, name }])
  for (const { profile, credentials } of here)
    for (const { publicKeyFingerprint: key } of credentials) own(key, profile)
  for (const { stored, replaced, publicKeys } of steps) {
    const { profile } = stored
    const before = new Set(replaced?.credentials.map(({ publicKeyFingerprint: key }) => key))
    for (const key of publicKeys) {
      const other = owners.get(key)?.find(({ id }) => id !== profile.id)
      // What the replaced profile shares with another since an older Clavis is nothing that the backup brings.
      if (other !== undefined && !before.has(key)) throw ownedByAnother(profile.name, other.name)
      own(key, profile)
    }
  }
}

function ownedByAnother(name: string, owner: string): ClavisError {
  return new ClavisError(
    'credential-state-wrong',
    `“${name}” can’t be restored: “${owner}” has the same key, and a key belongs to one profile. Nothing was restored.`,
    {
      hint: `Skip “${name}”, or remove the credential from “${owner}” first.`,
      details: { profiles: [name, owner] },
    },
  )
}

function publicKeysIn(credential: Credential): string[] {
  const certificate = parseStoredCertificate(certificateOf(credential)?.pem ?? '')
  return [
    credential.publicKeyFingerprint.toUpperCase(),
    ...keyIn(credential.publicKeyPem),
    ...(certificate === undefined ? [] : [publicKeyFingerprint(certificate.publicKey)]),
  ]
}

function keyIn(pem: string): string[] {
  try {
    return [publicKeyFingerprint(createPublicKey(pem))]
  } catch {
    return []
  }
}
