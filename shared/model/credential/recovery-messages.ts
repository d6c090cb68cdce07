import { localDay } from '../values/local-day.ts'
import type { KeyRecord, KeyState } from './recovery.ts'

/** What each state of a key is called. */
export const keyStateWords: Readonly<Record<KeyState, string>> = {
  unassigned: 'Unassigned',
  unreadable: 'Incomplete',
  'marked-deleted': 'Marked as deleted',
  missing: 'Missing',
  'in-progress': 'In use',
  assigned: 'Assigned',
}

/** Where a key came from, as its trace tells. */
export function originWords({ profileName, purpose, at }: NonNullable<KeyRecord['origin']>): string {
  const day = localDay(at)
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
