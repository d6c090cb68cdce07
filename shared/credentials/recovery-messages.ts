import { localDay } from '../values/local-day.ts'
import type { KeyRecord, KeyState } from './recovery.ts'

/** Display names of a key's states. */
export const keyStateWords: Readonly<Record<KeyState, string>> = {
  unassigned: 'Unassigned',
  unreadable: 'Incomplete',
  'marked-deleted': 'Marked as deleted',
  missing: 'Missing',
  'in-progress': 'In use',
  assigned: 'Assigned',
}

/**
 * Describes where a key came from, by its trace.
 * @param timeZone of the day, IANA name; the computer's by default
 */
export function originWords({ profileName, purpose, at }: NonNullable<KeyRecord['origin']>, timeZone?: string): string {
  const day = localDay(at, timeZone)
  switch (purpose) {
    case 'create':
      return `Created for “${profileName}” on ${day}; interrupted`
    case 'import':
      return `Imported for “${profileName}” on ${day}; interrupted`
    case 'restore':
      return `Restored for “${profileName}” on ${day}; interrupted`
    case 'delete':
      return `Deleted from “${profileName}” on ${day}; interrupted`
    case 'keep':
      return `Kept when removed from “${profileName}” on ${day}`
  }
}
