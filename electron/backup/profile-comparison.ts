import { isDeepStrictEqual } from 'node:util'
import type { BackupPlace } from '#shared/backup/backup.ts'
import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import { settingsOf } from '#shared/profiles/profile.ts'
import { withRestoredKey } from '../credentials/lifecycle.ts'
import type { RetiredCredentials } from '../profiles/store/credential-states.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { withRetiredOfHere } from './retired-credentials.ts'

/** Finds the profile that a backup's profile would replace: the same one, else the one with its name. */
export function matchingProfile({ profile }: StoredProfile, here: readonly StoredProfile[]): StoredProfile | undefined {
  return here.find((each) => each.profile.id === profile.id) ?? here.find((each) => each.profile.name === profile.name)
}

/** Compares a backup's profile with this computer. @param secrets whether the keychain's secrets equal the backup's */
export function placeOf(
  stored: StoredProfile,
  here: readonly StoredProfile[],
  retired: RetiredCredentials,
  secrets: { readonly sameKeys: boolean; readonly sameClientSecret: boolean; readonly sameProxyPassword: boolean },
): BackupPlace {
  const other = matchingProfile(stored, here)
  if (other === undefined) return { kind: 'new' }
  const { id: profileId, name, environment } = other.profile
  const own = new Map(stored.credentials.map((each) => [each.id, each]))
  const onlyHere = other.credentials.filter(({ id }) => !own.has(id)).length
  if (profileId !== stored.profile.id) return { kind: 'name-taken', profileId, name, environment, onlyHere }
  const checks = [
    ['name', name === stored.profile.name],
    [
      'settings',
      isDeepStrictEqual({ ...settingsOf(other.profile), name: '' }, { ...settingsOf(stored.profile), name: '' }),
    ],
    [
      'credentials',
      onlyHere === 0 &&
        isDeepStrictEqual(
          [byId(other.credentials), other.replacement],
          [
            byId(
              withKeysOfHere(
                withRetiredOfHere({ source: stored, stored, replaced: other }, retired),
                other.credentials,
              ),
            ),
            stored.replacement,
          ],
        ),
    ],
    ['keys', secrets.sameKeys],
    ['client-secret', secrets.sameClientSecret],
    ['proxy-password', secrets.sameProxyPassword],
  ] as const
  const differences = checks.flatMap(([what, isSame]) => (isSame ? [] : [what]))
  return differences.length === 0
    ? { kind: 'same', profileId, name, environment }
    : { kind: 'differs', profileId, name, environment, differences, onlyHere }
}

/** Marks keys as present that were destroyed before the backup but not on this computer. */
export function withKeysOfHere(credentials: readonly Credential[], here: readonly Credential[]): Credential[] {
  const own = byId(here)
  return credentials.map((each) => {
    const same = own[each.id]
    return same !== undefined && !isKeyDestroyed(same) ? withRestoredKey(each) : each
  })
}

export function byId(credentials: readonly Credential[]): Record<string, Credential | undefined> {
  return Object.fromEntries(credentials.map((each) => [each.id, each]))
}
