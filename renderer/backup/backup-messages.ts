import type { BackupDifference, BackupEntry, BackupPlace, SavedBackup } from '#shared/backup/backup.ts'
import { count } from '../ui/text/count.ts'

const differenceNames: Readonly<Record<Exclude<BackupDifference, 'name'>, string>> = {
  settings: 'settings',
  credentials: 'credentials',
  keys: 'keys',
  'client-secret': 'client secret',
  'proxy-password': 'proxy password',
}

export function summaryMessage({
  profiles,
  keys,
  clientSecrets,
  missing,
  note,
}: Omit<SavedBackup, 'fileName'>): string {
  const contents = [
    count(profiles, 'profile'),
    ...(keys > 0 ? [count(keys, 'key')] : []),
    ...(clientSecrets > 0 ? [count(clientSecrets, 'client secret')] : []),
  ]
  const left = missing.length === 0 ? [] : [`Not included: ${missing.join('; ')}.`]
  return [`${joined(contents)}.`, ...left, ...(note === undefined ? [] : [note])].join(' ')
}

/** Describes what a backup contains of a profile, and what is already on this computer. */
export function entryMessage(entry: BackupEntry): string {
  return [`${contentMessage(entry)}.`, placeMessage(entry.place), ...ownerMessage(entry)].join(' ')
}

/** Says which choices are not offered, because a key belongs to one profile. */
function ownerMessage({ place, keyOwners: { add, replace } }: BackupEntry): string[] {
  const owner = place.kind === 'new' ? add : replace
  if (owner !== undefined) return [`Can’t be restored: “${owner}” has the same key.`]
  return add === undefined || place.kind === 'same' ? [] : [`“${add}” has the same key, so both can’t be kept.`]
}

/** Names the credentials that replacing a profile keeps retired. */
export function retiredMessage(names: readonly string[]): string {
  return `Stays retired: ${names.join('; ')}.`
}

function contentMessage({ flavor, credentials, keys, hasClientSecret }: BackupEntry): string {
  if (flavor === 'basic') return hasClientSecret ? '1 client secret' : 'No client secret'
  if (credentials === 0) return 'No keys'
  return keys === credentials ? count(keys, 'key') : `${keys} of ${count(credentials, 'key')}`
}

function placeMessage(place: BackupPlace): string {
  switch (place.kind) {
    case 'new':
      return 'Not on this computer.'
    case 'same':
      return 'Already on this computer, identical.'
    case 'differs': {
      const name = place.differences.includes('name') ? ` as “${place.name}”` : ''
      const names = place.differences.flatMap((each) => (each === 'name' ? [] : [differenceNames[each]]))
      return `Already on this computer${name}${names.length === 0 ? '' : `, with different ${joined(names)}`}.`
    }
    case 'name-taken':
      return 'Another profile on this computer has this name.'
  }
}

export function replaceMessage({ name, onlyHere }: Extract<BackupPlace, { kind: 'differs' | 'name-taken' }>): string {
  const kept =
    onlyHere === 0
      ? ''
      : ` ${count(onlyHere, 'credential')} found only on this computer ${onlyHere === 1 ? 'is' : 'are'} kept.`
  return `Replaces the settings, credentials and keys of “${name}” with those in the backup. Its current settings are lost.${kept}`
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
