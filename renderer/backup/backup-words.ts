import type { BackupDifference, BackupEntry, BackupPlace, BackupSummary } from '../../shared/model/backup/backup.ts'

const differenceWords: Readonly<Record<BackupDifference, string>> = {
  name: 'its name',
  settings: 'settings',
  credentials: 'credentials',
  keys: 'keys in the keychain',
  'client-secret': 'the client secret',
  'proxy-password': 'the proxy’s password',
}

/** `1 key`, `2 keys`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** What went into a backup. */
export function backupWords({ profiles, keys, clientSecrets, missing }: BackupSummary): string {
  const held = [
    counted(profiles, 'profile'),
    ...(keys > 0 ? [counted(keys, 'key')] : []),
    ...(clientSecrets > 0 ? [counted(clientSecrets, 'client secret')] : []),
  ]
  const left = missing.length === 0 ? '' : ` Left out: ${missing.join('; ')}.`
  return `${listed(held)}.${left}`
}

/** What a backup holds of a profile. */
export function contentWords({ flavor, credentials, keys, hasClientSecret }: BackupEntry): string {
  if (flavor === 'basic') return hasClientSecret ? 'With its client secret' : 'Without a client secret'
  if (credentials === 0) return 'Without keys'
  if (keys === credentials) return `With ${counted(keys, 'key')}`
  return `With ${keys} of ${counted(credentials, 'key')}`
}

/** What this computer has in its place. */
export function placeWords(place: BackupPlace): string {
  switch (place.kind) {
    case 'new':
      return 'This computer does not have it.'
    case 'same':
      return 'This computer has it, just the same.'
    case 'differs': {
      const named = place.differences.includes('name') ? ` as “${place.name}”` : ''
      const others = place.differences
        .filter((difference) => difference !== 'name')
        .map((each) => differenceWords[each])
      return others.length === 0
        ? `This computer has it${named}.`
        : `This computer has it${named}, with other ${listed(others)}.`
    }
    case 'name-taken':
      return 'Another profile on this computer has this name.'
  }
}

/** What replacing does, before it is done. */
export function replacingWords(place: Extract<BackupPlace, { kind: 'differs' | 'name-taken' }>): string {
  const kept =
    place.onlyHere === 0
      ? ''
      : ` ${counted(place.onlyHere, 'credential')} that only this computer has ${place.onlyHere === 1 ? 'stays' : 'stay'} with it.`
  return `The settings, credentials and keys of “${place.name}” become those of the backup; its own settings are gone then.${kept}`
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
