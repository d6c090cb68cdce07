import type { ErrorCode } from '#shared/errors.ts'
import { jitterOf, lengthOf, nextLoadAt } from '#shared/watches/watch-schedule.ts'
import type { StoredWatch } from './watch-store.ts'

/** How soon a load that the network was missing for is tried again, milliseconds. */
const retryMs = 900_000

const ofNetwork: readonly ErrorCode[] = ['network-unreachable', 'network-name-not-found']

/** How far a clock may be set back without another load, milliseconds. */
const toleranceMs = 300_000

/**
 * Returns when a watch is due, in milliseconds since the epoch: in the past if a load was missed, which is made up for once.
 * @param now milliseconds since the epoch; if the last attempt is after it, the clock was ahead then, and it is due
 * @param timeZone the person's, IANA name
 */
export function dueAt(
  {
    id,
    settings: { schedule },
    lastAt,
    createdAt,
    paused,
  }: Pick<StoredWatch, 'id' | 'settings' | 'lastAt' | 'createdAt' | 'paused'>,
  now: number,
  timeZone: string,
): number {
  // The first load is what later ones are compared with.
  if (lastAt === undefined) return Math.min(Date.parse(createdAt), now)
  const last = Date.parse(lastAt)
  if (last > now + toleranceMs) return now
  const at = nextLoadAt(schedule, last, timeZone)
  const regular = at + jitterOf(id, { length: lengthOf(schedule) }, at)
  // A network comes back without a word.
  return paused !== undefined && ofNetwork.includes(paused.error.code) ? Math.min(regular, last + retryMs) : regular
}
