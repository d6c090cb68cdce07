import type { BackupEntry, RestoredProfile } from '../../../shared/model/backup/backup.ts'
import { counted } from '../terminal/counted.ts'
import { networkOf } from './imported-profiles.ts'

/** Describes a profile of a backup: where it sends data, and what a restore changes or leaves out. */
export function backedUpLines(entry: BackupEntry): string[] {
  const { name, hosts, stayRetired, keyOwners, place } = entry
  const network = networkOf(entry)
  const owner = place.kind === 'new' ? keyOwners.add : keyOwners.replace
  return [
    `${name}:`,
    `  Hosts: ${hosts.join(', ')}`,
    ...network.map((line) => `  Left out without --with-network: ${line}`),
    ...stayRetired.map((credential) => `  Stays retired: ${credential}`),
    ...(owner === undefined ? [] : [`  Can’t be restored: “${owner}” has the same key.`]),
  ]
}

/** Describes restored profiles, and what they have otherwise than the backup. */
export function restoredLines(restored: readonly RestoredProfile[]): string[] {
  return restored.flatMap(({ kind, name, keys, notes }) => [
    `${kind === 'added' ? 'Restored' : 'Replaced'} ${name} with ${counted(keys, 'key')}.`,
    ...notes.map((note) => `  ${note}`),
  ])
}
