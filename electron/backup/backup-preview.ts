import { setImmediate } from 'node:timers/promises'
import type { BackupEntry, BackupPreview } from '#shared/backup/backup.ts'
import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import { settingsOf } from '#shared/profiles/profile.ts'
import { clientSecretAccount, keyAccount, proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import type { Secret } from '../keychain/secret.ts'
import type { Authority } from '../profiles/authorities.ts'
import { previewOf } from '../profiles/imported-settings.ts'
import { nameSkeleton } from '../profiles/look-alike.ts'
import type { RetiredCredentials } from '../profiles/store/credential-states.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { BackupContent } from './backup-content.ts'
import { otherOwner, publicKeysOf } from './key-owners.ts'
import { isEntryEqual } from './keychain-entries.ts'
import { matchingProfile, placeOf } from './profile-comparison.ts'
import { namesOfRetired, withRetiredOfHere } from './retired-credentials.ts'

/** Compares a backup with this computer. Reads the keychain and changes nothing. @throws `keychain-…` */
export async function previewBackup(
  keychain: Keychain,
  content: BackupContent,
  here: readonly StoredProfile[],
  retired: RetiredCredentials,
  timeZone: string | undefined,
): Promise<BackupPreview> {
  const entries: BackupEntry[] = []
  const authorities = new Map<string, Authority>()
  const namesHere = new Set(here.map(({ profile }) => nameSkeleton(profile.name)))
  // All profiles may be added at once, so free names must be unique in the backup too.
  const taken = new Set([...namesHere, ...content.profiles.map(({ profile }) => nameSkeleton(profile.name))])
  for (const stored of content.profiles) {
    const { name } = stored.profile
    if (!namesHere.has(nameSkeleton(name))) taken.delete(nameSkeleton(name))
    const entry = {
      ...previewOf(settingsOf(stored.profile), authorities),
      ...(await previewProfile(keychain, stored, content, { here, retired, taken, timeZone })),
    }
    entries.push(entry)
    taken.add(nameSkeleton(name)).add(nameSkeleton(entry.freeName))
    // Let other events through.
    await setImmediate()
  }
  return { createdAt: content.createdAt, entries }
}

interface Compared {
  readonly here: readonly StoredProfile[]
  readonly retired: RetiredCredentials
  /** What a copy's name cannot look like. */
  readonly taken: ReadonlySet<string>
  readonly timeZone: string | undefined
}

async function previewProfile(
  keychain: Keychain,
  stored: StoredProfile,
  content: BackupContent,
  { here, retired, taken, timeZone }: Compared,
): Promise<Omit<BackupEntry, keyof ProfilePreview>> {
  const { profile, credentials } = stored
  const other = matchingProfile(stored, here)
  const keys = publicKeysOf(stored)
  const [addOwner, replaceOwner] = [otherOwner(keys, undefined, here), otherOwner(keys, other, here)]
  const own = credentials.filter(({ id }) => content.keys.has(id))
  const isHere = other?.profile.id === profile.id
  const secrets = {
    sameKeys:
      isHere &&
      (await areHeld(
        keychain,
        own.map(({ id }) => [keyAccount(id), content.keys.get(id)]),
      )),
    sameClientSecret:
      isHere && (await areHeld(keychain, [[clientSecretAccount(profile.id), content.clientSecrets.get(profile.id)]])),
    sameProxyPassword:
      isHere && (await areHeld(keychain, [[proxyPasswordAccount(profile.id), content.proxyPasswords.get(profile.id)]])),
  }
  return {
    profileId: profile.id,
    flavor: profile.flavor,
    practice: profile.practice,
    credentials: credentials.length,
    keys: own.length,
    hasClientSecret: content.clientSecrets.has(profile.id),
    place: placeOf(stored, here, retired, secrets),
    stayRetired: namesOfRetired(
      credentials,
      withRetiredOfHere({ source: stored, stored, replaced: other }, retired),
      timeZone,
    ),
    keyOwners: {
      ...(addOwner === undefined ? {} : { add: addOwner.profile.name }),
      ...(replaceOwner === undefined ? {} : { replace: replaceOwner.profile.name }),
    },
    freeName: freeName(profile.name, taken),
  }
}

/** Checks whether the keychain holds these secrets. Secrets that the backup lacks are ignored. */
async function areHeld(
  keychain: Keychain,
  secrets: readonly (readonly [account: string, wanted: Secret | undefined])[],
): Promise<boolean> {
  for (const [account, wanted] of secrets)
    if (wanted !== undefined && (await isEntryEqual(keychain, account, wanted)) !== true) return false
  return true
}

/** Returns the name, with a number appended if it is taken or looks like one that is. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(nameSkeleton(name)); number += 1) name = `${wanted.slice(0, 110)} ${number}`
  return name
}
