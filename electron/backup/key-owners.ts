import { ClavisError } from '#shared/errors.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

/** Returns the public keys that a profile of a backup brings, as fingerprints. */
export function publicKeysOf({ credentials }: StoredProfile): ReadonlySet<string> {
  return new Set(credentials.map(({ publicKeyFingerprint }) => publicKeyFingerprint))
}

/** Finds another profile that has one of these public keys. @param self the profile that may have them */
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

interface Bringing {
  readonly stored: StoredProfile
  readonly replaced?: StoredProfile
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
  for (const { stored, replaced } of steps) {
    const { profile } = stored
    const before = new Set(replaced?.credentials.map(({ publicKeyFingerprint: key }) => key))
    for (const key of publicKeysOf(stored)) {
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
