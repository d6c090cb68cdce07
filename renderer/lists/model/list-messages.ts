import type { SearchWord } from '../../../shared/model/query/list-search.ts'
import type { ListView, NewReading, RunSummary } from '../../../shared/model/lists/list.ts'
import { count } from '../../ui/text/count.ts'
import { selectsSameRecords } from './list-query.ts'

const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/**
 * Where a reading stands, in one line for the status region.
 * @param isPausing the page under way is the last one, since the person paused
 */
export function loadMessage({ state, records, pages }: RunSummary, isPausing = false): string {
  const loaded = `${count(records, 'record')} loaded so far`
  switch (state.kind) {
    case 'complete':
      return records === 0
        ? 'The list is empty.'
        : `End of list: ${count(records, 'record')} on ${count(pages, 'page')}.`
    case 'idle':
      return pages === 0 ? 'Nothing loaded yet.' : `${loaded}; more exist.`
    case 'loading':
      if (pages === 0) return 'Loading the first page…'
      return `${loaded}; ${isPausing ? 'pausing after this page…' : 'loading more…'}`
    case 'paused':
      return `${loaded}; paused, more exist.`
    case 'waiting':
      return `${loaded}; waiting.`
    case 'failed':
      // The records of a page that does not say how to go on are there already.
      return `${loaded}; page ${state.page.toLocaleString()} ${state.page > pages ? 'could not be read' : 'must be read again'}.`
  }
}

/** How fast pages come. How many there are in all, no one knows before the last. */
export function rateMessage({ pages, pagesPerSecond }: RunSummary): string {
  const pace = pagesPerSecond === undefined ? '' : `, ${rate.format(pagesPerSecond)} a second`
  return `${count(pages, 'page')}${pace}; how many there are is known on the last one`
}

/** What a search found. */
export interface Matches {
  readonly count: number
  /** How many records it looked at. */
  readonly covers: number
}

/** What a search found, said honestly: only what is loaded was looked at, and while pages come not yet all of that. */
export function matchesMessage({ count: found, covers }: Matches, { state, records }: RunSummary): string {
  const matches = count(found, 'match', 'matches')
  const isComplete = state.kind === 'complete'
  if (covers < records)
    return `${matches} in the first ${count(covers, 'record')}; ${isComplete ? 'looking through the rest…' : 'more exist.'}`
  if (isComplete) return `${matches} in all ${count(records, 'record')}.`
  return `${matches} in the ${count(records, 'record')} loaded so far; more exist.`
}

/** What is being done to a list while a view of it is built. @param shown the view that was there before */
export function buildingMessages(
  view: ListView,
  shown: ListView | undefined,
): { readonly told: string; readonly cancel: string } {
  return selectsSameRecords(view, shown ?? { search: [], filters: [] })
    ? { told: 'Sorting…', cancel: 'Cancel sorting' }
    : { told: 'Filtering…', cancel: 'Cancel filtering' }
}

/** What a word is looked for as, after what it is looked for in. */
export function searchTermText({ text, excludes }: SearchWord): string {
  return `${excludes ? 'without' : 'containing'} “${text}”`
}

/**
 * Why nothing is shown where no record has what is searched for.
 * @param covers how many records were looked at
 */
export function noMatchMessage({ state, records }: RunSummary, covers: number, search: readonly SearchWord[]): string {
  const none =
    state.kind !== 'complete'
      ? 'None of the records loaded so far has what is searched for; more exist.'
      : covers < records
        ? `None of the first ${count(covers, 'record')} has what is searched for.`
        : 'None of the list’s records has what is searched for.'
  const isOfSeveral = search.filter(({ excludes }) => !excludes).length > 1
  return isOfSeveral ? `${none} Every word must occur in one of a record’s values, in whichever order.` : none
}

/** Whether further pages can be asked for. */
export function canLoadMore({ state, newReading }: RunSummary): boolean {
  if (isReloading(newReading)) return false
  switch (state.kind) {
    case 'idle':
    case 'paused':
      return true
    case 'failed':
      return state.retry
    case 'loading':
    case 'waiting':
    case 'complete':
      return false
  }
}

/** Whether pages are being fetched now. */
export function isLoading({ state }: RunSummary): boolean {
  return state.kind === 'loading' || state.kind === 'waiting'
}

/** Whether a new reading has yet to have its first page, or to fail. */
export function isReloading(newReading: NewReading | undefined): boolean {
  return newReading !== undefined && newReading.kind !== 'failed'
}
