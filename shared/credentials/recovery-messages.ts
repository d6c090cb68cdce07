import { localDay } from '../values/local-day.ts'
import type { KeyRecord, KeyState } from './recovery.ts'

export const keyStateWords: Readonly<Record<KeyState, string>> = {
  unassigned: 'Unassigned',
  unreadable: 'Incomplete',
  'marked-deleted': 'Marked as deleted',
  missing: 'Missing',
  'in-progress': 'In use',
  assigned: 'Assigned',
}

type Origin = NonNullable<KeyRecord['origin']>

const origins: Readonly<Record<Origin['purpose'], readonly [what: string, preposition: string]>> = {
  create: ['Created', 'for'],
  import: ['Imported', 'for'],
  restore: ['Restored', 'for'],
  delete: ['Deleted', 'from'],
  keep: ['Kept when removed', 'from'],
}

/** Describes where a key came from, by its trace. @param timeZone of the day, IANA name; the computer's by default */
export function originWords({ profileName, purpose, at }: Origin, timeZone?: string): string {
  const [what, preposition] = origins[purpose]
  const end = purpose === 'keep' ? '' : '; interrupted'
  return `${what} ${preposition} “${profileName}” on ${localDay(at, timeZone)}${end}`
}

/** Like {@link originWords}, as a line of a question: the name comes last. */
export function originLine({ profileName, purpose, at }: Origin, timeZone?: string): string {
  const [what, preposition] = origins[purpose]
  const end = purpose === 'keep' ? '' : ', interrupted'
  return `${what} on ${localDay(at, timeZone)}${end}, ${preposition}: ${profileName}`
}

/** Returns whether a key is missing because its removal was interrupted after it was deleted. */
export function isRemovalInterrupted({ state, origin }: KeyRecord): boolean {
  return state === 'missing' && origin?.purpose === 'delete'
}

/** What {@link isRemovalInterrupted} means for the person. */
export const removalInterrupted =
  'Deleted, but its removal was interrupted. Remove the credential or profile again to finish, or import the key.'
