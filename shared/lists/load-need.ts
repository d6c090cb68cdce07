import { readDatetime } from '../values/datetime-text.ts'
import { isYearOrMonth, isDateText, periodOf, type FilterClock } from './filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from './list-filter.ts'
import type { Column, DateSpan, ListQuery, LoadNeed } from './list.ts'

/** Maximum number of pages that are loaded for an answer before a person is asked whether to continue. */
export const maxNeededPages = 200

const hourMs = 3_600_000

/**
 * Returns what the answer of a query needs: the records of some dates if its filters name dates, otherwise all.
 * @param columns those known so far, whose types say which filters are for dates
 * @param clock when the query is asked, and in which time zone
 */
export function neededBy(
  { filters }: Pick<ListQuery, 'filters'>,
  columns: readonly Column[],
  clock: FilterClock,
): LoadNeed {
  const spans = filters.flatMap((filter): DateSpan[] => {
    const isOfDates = columns.find(({ path }) => path === filter.path)?.type === 'datetime'
    const span = isOfDates ? spanOf(filter, clock) : undefined
    return span === undefined ? [] : [{ path: filter.path, ...span }]
  })
  return spans.length === 0 ? 'all' : spans
}

type Span = Omit<DateSpan, 'path'>

/** Returns the dates that pass a filter; undefined if any can. */
function spanOf({ condition, excludes, newest }: ColumnFilter, clock: FilterClock): Span | undefined {
  if (excludes || newest === true) return undefined
  const { start, end } = endsOf(condition, clock)
  if (start === undefined && end === undefined) return undefined
  return {
    // By the hour, so that it is the same for a while although “last 24h” moves.
    ...(start === undefined ? {} : { from: Math.floor(start / hourMs) * hourMs }),
    ...(end === undefined ? {} : { before: Math.ceil(end / hourMs) * hourMs }),
  }
}

interface Ends {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

function endsOf(condition: FilterCondition, clock: FilterClock): Ends {
  switch (condition.kind) {
    case 'contains':
    case 'empty':
      return {}
    case 'equals':
      return endsOfText(condition.text, clock)
    case 'one-of': {
      const all = [...condition.texts, ...(condition.periods ?? [])].map((text) => endsOfText(text, clock))
      const starts = all.flatMap(({ start }) => start ?? [])
      const ends = all.flatMap(({ end }) => end ?? [])
      return all.length === starts.length && all.length === ends.length
        ? { start: Math.min(...starts), end: Math.max(...ends) }
        : {}
    }
    case 'range': {
      const { from, to } = condition
      return {
        start: from && endsOfText(from.value, clock).start,
        end: to && endsOfText(to.value, clock).end,
      }
    }
  }
}

/** Returns the start and end of a period, or of the second of a date and time; nothing for any other text. */
function endsOfText(text: string, clock: FilterClock): Ends {
  const period = periodOf(text, clock)
  if (period !== undefined) return { start: period.start.instant, end: period.end.instant }
  const written = isDateText(text) && !isYearOrMonth(text) ? readDatetime(text) : undefined
  if (written === undefined) return {}
  const ms = written.seconds * 1000
  const start = written.precision === 'instant' ? ms : clock.zone.instantOf(ms)
  return { start, end: start + 1000 }
}
