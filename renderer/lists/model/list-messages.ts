import type { SearchWord } from '#shared/lists/list-filter.ts'
import type { ListQuery, LoadNeed, LoadState, ReloadState, DatasetSummary } from '#shared/lists/list.ts'
import { count } from '../../ui/text/count.ts'
import { selectsSameRecords } from './list-query.ts'

const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

export interface Matches {
  readonly count: number
  readonly covers: number
}

/**
 * Describes the state of a list: `500 records loaded · more available`, `14 of 500 loaded records match · more available`.
 * @param found undefined without search and filters
 * @param isPausing whether loading pauses after the page being loaded
 */
export function statusMessage(summary: DatasetSummary, found?: Matches, isPausing = false): string {
  const { state, records, pages } = summary
  if (pages === 0) {
    const message = state.kind === 'loading' ? 'loading the first page…' : stateMessage(summary, isPausing)
    return message.charAt(0).toUpperCase() + message.slice(1)
  }
  if (state.kind === 'complete' && records === 0) return 'No records'
  return [...recordsMessages(summary, found), stateMessage(summary, isPausing)]
    .filter((part) => part !== '')
    .join(' · ')
}

function recordsMessages({ state, records }: DatasetSummary, found: Matches | undefined): string[] {
  const isComplete = state.kind === 'complete'
  const loaded = `${count(records, 'record')} loaded`
  if (found === undefined) return [isComplete && records > 1 ? `All ${loaded}` : loaded]
  const matches = found.count.toLocaleString()
  const verb = found.count === 1 ? 'matches' : 'match'
  if (found.covers < records)
    return [
      `${matches} of the first ${count(found.covers, 'record')} ${verb}`,
      loaded,
      ...(isComplete ? ['searching…'] : []),
    ]
  const all = count(records, isComplete ? 'record' : 'loaded record')
  return [`${matches} of ${all} ${verb}`]
}

function stateMessage({ state, pages }: DatasetSummary, isPausing: boolean): string {
  switch (state.kind) {
    case 'complete':
      return ''
    case 'idle':
      return pages === 0 ? 'nothing loaded yet' : 'more available'
    case 'loading':
      return isPausing ? 'pausing after this page…' : 'loading…'
    case 'paused':
      return 'paused · more available'
    case 'waiting':
      return 'waiting to retry'
    case 'failed':
      // A page without a usable cursor has been loaded, but must be loaded again.
      return `page ${state.page.toLocaleString()} ${state.page > pages ? 'failed' : 'must be reloaded'}`
  }
}

/** Describes the pace of a load: `Page 12 · 1.5 pages/s · total unknown`. The service tells no total. */
export function rateMessage({ pages, pagesPerSecond }: DatasetSummary): string {
  const pace = pagesPerSecond === undefined ? [] : [`${rate.format(pagesPerSecond)} pages/s`]
  return [`Page ${pages.toLocaleString()}`, ...pace, 'total unknown'].join(' · ')
}

/** Names what a list waits for while a query runs. @param shown the query that is still shown */
export function buildingMessages(
  query: ListQuery,
  shown: ListQuery | undefined,
): { readonly message: string; readonly cancel: string } {
  return selectsSameRecords(query, shown ?? { search: [], filters: [] })
    ? { message: 'Sorting…', cancel: 'Cancel sorting' }
    : { message: 'Filtering…', cancel: 'Cancel filtering' }
}

/** Describes a search word: `containing “fees”`. */
export function searchTermText({ text, excludes }: SearchWord): string {
  return `${excludes ? 'without' : 'containing'} “${text}”`
}

/**
 * Says why no records are shown.
 * @param covers how many records were searched
 * @param isPart whether records that may match are not loaded
 */
export function noMatchMessage(
  { state, records }: DatasetSummary,
  covers: number,
  search: readonly SearchWord[],
  isPart = state.kind !== 'complete',
): string {
  const none = isPart
    ? 'No loaded records match your search. More records are available.'
    : covers < records
      ? `None of the first ${count(covers, 'record')} match your search.`
      : 'No records match your search.'
  const hasSeveralWords = search.filter(({ excludes }) => !excludes).length > 1
  return hasSeveralWords ? `${none} A record must contain every word, in any order.` : none
}

export function canLoadMore({ state, reload }: DatasetSummary): boolean {
  if (isReloading(reload)) return false
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

export function isLoading({ state }: DatasetSummary): boolean {
  return state.kind === 'loading' || state.kind === 'waiting'
}

/** Whether the first page is being loaded, so that there is nothing to show. */
export function isFirstPageLoading(summary: DatasetSummary | undefined): boolean {
  return summary?.pages === 0 && isLoading(summary)
}

/** Returns whether a load is, or was, for what an answer needs. */
export function isFor(state: LoadState, need: LoadNeed | undefined): boolean {
  return need !== undefined && 'need' in state && JSON.stringify(state.need) === JSON.stringify(need)
}

/** Whether the list is being reloaded: the first page has neither arrived nor failed. */
export function isReloading(reload: ReloadState | undefined): boolean {
  return reload !== undefined && reload.kind !== 'failed'
}
