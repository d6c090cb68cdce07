import type { WatchCondition, WatchLoad } from '#shared/watches/watch.ts'
import { usualDurations, type StoredWatch } from './watch-store.ts'

/** Loads that must have been timed before one is called slow, and the shortest that is, milliseconds. */
const minTimed = 3
const minSlowMs = 5000

/** How many times as long as usual a slow load takes. */
const slowFactor = 3

type Result =
  | Omit<Extract<WatchLoad, { kind: 'loaded' }>, 'met' | 'snoozed'>
  | Omit<Extract<WatchLoad, { kind: 'failed' }>, 'met' | 'snoozed'>

/**
 * Decides which conditions a load meets that the person was not warned about, and what the watch remembers of it. A condition that
 * lasts (a bound that is passed, loads that fail or are slow) is met once until it is over. While warnings are snoozed it is not
 * remembered as warned about, so that it is met after that if it still holds; what only changed between two loads is in the history.
 */
export function decide(
  { settings, durations, warned }: Pick<StoredWatch, 'settings' | 'durations' | 'warned'>,
  result: Result,
  isSnoozed: boolean,
): { readonly met: WatchCondition[]; readonly state: Pick<StoredWatch, 'durations' | 'warned'> } {
  const holding = settings.conditions.filter((condition) => isMet(condition, result, durations))
  const known = new Set<string>(warned)
  const isLasting = (kind: string): kind is StoredWatch['warned'][number] => lasting.includes(kind)
  const after = holding.map(({ kind }) => kind).filter(isLasting)
  // A load that failed tells nothing about the others: what was warned about stays so.
  const stays = result.kind === 'failed' ? warned.filter((kind) => kind !== 'failed') : []
  return {
    met: holding.filter(({ kind }) => !known.has(kind)),
    state: {
      durations: result.kind === 'failed' ? durations : [...durations, result.durationMs].slice(-usualDurations),
      warned: [...stays, ...after.filter((kind) => !isSnoozed || known.has(kind))],
    },
  }
}

const lasting: readonly string[] = ['above', 'below', 'failed', 'slow'] satisfies StoredWatch['warned']

function isMet(condition: WatchCondition, result: Result, durations: readonly number[]): boolean {
  if (result.kind === 'failed') return condition.kind === 'failed'
  const { changes, matching, durationMs } = result
  switch (condition.kind) {
    case 'appeared':
    case 'changed':
    case 'vanished':
      return (changes?.[condition.kind] ?? 0) > 0
    case 'above':
      return matching > condition.bound
    case 'below':
      return matching < condition.bound
    case 'slow':
      return durations.length >= minTimed && durationMs > Math.max(minSlowMs, slowFactor * median(durations))
    case 'fields':
      return changes !== undefined && changes.newFields.length + changes.lostFields.length > 0
    case 'failed':
      return false
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
