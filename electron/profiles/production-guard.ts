import type { Profile, ProfileSettings } from '../../shared/model/profile/profile.ts'
import type { Confirmation } from './confirmation.ts'
import { changeProfileQuestion } from './confirmation-messages.ts'
import { guardedChanges } from './setting-changes.ts'

/**
 * What is asked before settings change: of a Production profile every setting that is not harmless, whether or not it has
 * keys or secrets yet, and any change that makes a Production profile of another one. Undefined: nothing is asked.
 */
export function questionForChange(before: Profile, after: ProfileSettings): Confirmation | undefined {
  if (before.environment !== 'production' && after.environment !== 'production') return undefined
  const changes = guardedChanges(before, after)
  return changes.length === 0 ? undefined : changeProfileQuestion(before, changes)
}
