import { dayMs } from '#shared/values/local-day.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { useSnooze, type SnoozeActions } from '../expiry/use-snooze.tsx'
import { call } from '../platform/clavis.ts'
import { useNow } from '../ui/text/use-now.ts'

/** How far ahead main snoozes warnings, milliseconds. */
const longestSnooze = 90 * dayMs

/** Returns the commands that pause a watch's warnings. */
export function useWatchSnooze({ id: watchId, profileId }: Pick<Watch, 'id' | 'profileId'>): SnoozeActions {
  return useSnooze({
    description: 'Warnings about this list are paused until then. It is still loaded.',
    latest: useNow() + longestSnooze,
    snooze: (until) => call('watches.snooze', { profileId, watchId, until }),
    resume: () => call('watches.snooze', { profileId, watchId }),
  })
}

/** Whether a watch's warnings are paused. @param now milliseconds since the epoch */
export function isWatchSnoozed({ snooze }: Pick<Watch, 'snooze'>, now: number): boolean {
  return snooze !== undefined && Date.parse(snooze.until) > now
}
