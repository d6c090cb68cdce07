import { existsSync } from 'node:fs'
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
  return jsonFileNames.some((name) => existsSync(join(folder, name)))
}
