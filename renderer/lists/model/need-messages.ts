import type { DatasetSummary, LoadNeed } from '#shared/lists/list.ts'
import { maxNeededPages } from '#shared/lists/load-need.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { count, recordCount } from '../../ui/text/count.ts'
import { isLoading, type Matches } from './list-messages.ts'

/** Names what an answer needs: `records since Nov 16`. */
export function needLabel(need: LoadNeed, dates: DateText): string {
  if (need === 'all') return 'all records'
  const [{ from, before } = {}] = need
  const day = (ms: number): string => dayText(ms, dates)
  if (from !== undefined && before !== undefined) return `records from ${day(from)} to ${day(before - 1)}`
  if (from !== undefined) return `records since ${day(from)}`
  return before === undefined ? 'all records' : `records before ${day(before)}`
}

/**
 * Says what is loaded, or what an answer lacks.
 * @param need of the answer on the screen
 * @param isStarting whether it is about to be loaded
 */
export function stripTitle(
  summary: DatasetSummary,
  need: LoadNeed | undefined,
  dates: DateText,
  isStarting = false,
): string {
  const { state, pages } = summary
  if (pages === 0) return 'Loading the first page'
  const isLoadingAll = state.kind === 'loading' && state.loadsAll
  if (isLoading(summary)) {
    const loadedFor = 'need' in state ? state.need : undefined
    return `Loading ${needLabel(isLoadingAll ? 'all' : (loadedFor ?? need ?? 'all'), dates)}`
  }
  if (isStarting) return `Loading ${needLabel(need ?? 'all', dates)}`
  const missing = `Needs ${needLabel(need ?? 'all', dates)}`
  return state.kind === 'idle' && state.need !== undefined
    ? `Stopped after ${maxNeededPages} pages · ${missing}`
    : missing
}

/** Describes how far a load is: `6,500 of about 11,000 records · reached Nov 19 · about 4 s left`. */
export function loadedMessage({ state, records, pages, pagesPerSecond }: DatasetSummary, dates: DateText): string {
  const reached = state.kind === 'loading' ? state.reached : undefined
  if (reached === undefined) return `${recordCount(records)} · total unknown`
  const { date, share } = reached
  const day = `reached ${dayText(date, dates)}`
  if (share === 0) return [recordCount(records), day].join(' · ')
  // Two digits: records are not spread evenly over the days.
  const total = Number((records / share).toPrecision(2))
  const left = pagesPerSecond ? Math.ceil((pages * (1 - share)) / share / pagesPerSecond) : undefined
  return [
    share < 1 ? `${records.toLocaleString()} of about ${recordCount(total)}` : recordCount(records),
    day,
    ...(left === undefined ? [] : [left < 90 ? `about ${left} s left` : `about ${Math.round(left / 60)} min left`]),
  ].join(' · ')
}

function dayText(ms: number, dates: DateText): string {
  return dates.parts(new Date(ms), { month: 'short', day: 'numeric' })
}

/** Says of how much an answer is: `3 of 500 loaded so far`. @param found undefined if matches aren't counted */
export function soFarMessage({ records }: DatasetSummary, found: Matches | undefined): string {
  return found === undefined
    ? `${recordCount(records)} loaded so far`
    : `${found.count.toLocaleString()} of ${records.toLocaleString()} loaded so far`
}

/** Says that nothing matches yet: `None of the 500 records loaded so far`. */
export function noneSoFarMessage({ records }: DatasetSummary): string {
  return `None of the ${count(records, 'record')} loaded so far`
}
