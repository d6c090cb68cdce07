import type { Profile, ProfileSettings } from '../../../shared/model/profile/profile.ts'
import type { Confirmation } from './confirmation.ts'
import { changeProfileQuestion } from './confirmation-messages.ts'
import { describeOutdatedSecrets } from '../settings/outdated-secrets.ts'
import { guardedChanges } from '../settings/setting-changes.ts'

/**
 * Returns the question before settings of a Production profile change, or before a profile becomes one; undefined if none
 * is needed. Harmless settings never need one; keys and secrets do not matter.
 */
export function questionForChange(before: Profile, after: ProfileSettings): Confirmation | undefined {
  if (before.environment !== 'production' && after.environment !== 'production') return undefined
  const changes = guardedChanges(before, after)
  if (changes.length === 0) return undefined
  return changeProfileQuestion(before, [...changes, ...describeOutdatedSecrets(before, after)])
}
