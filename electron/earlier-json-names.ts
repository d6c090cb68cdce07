import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files in which Clavis stored its state before it had a database. */
export const jsonFileNames = [
  'profiles.json',
  'profiles.json.bak',
  'settings.json',
  'notices.json',
  'notices.json.bak',
  'lists.json',
  'keychain.json',
  'loose-certificates.json',
  'key-traces',
  'activity.before.jsonl',
  'activity.jsonl',
] as const

/** Returns whether a data folder has state that an earlier version stored. */
export function hasJsonFiles(folder: string): boolean {
  return jsonFileNames.some((name) => existsSync(join(folder, name))) || snapshotNames(folder).length > 0
}

/** Lists the files in the folder `snapshots` that described snapshots. */
export function snapshotNames(folder: string): string[] {
  const snapshots = join(folder, 'snapshots')
  return existsSync(snapshots) ? readdirSync(snapshots).filter((name) => name.endsWith('.json')) : []
}
