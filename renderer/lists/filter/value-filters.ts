import type { ChartGroup, SeriesName } from '../../../shared/model/lists/list-analysis.ts'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { Cell } from '../../../shared/model/lists/list.ts'

/** The longest text that a filter takes. */
const longestText = 1000

/** Values of which a filter knows what they are: no lists, no objects, nothing that is only its beginning. */
function isFilterable({ kind, text, cut }: Cell): boolean {
  return cut !== true && (kind === 'text' || kind === 'number' || kind === 'boolean') && text.length <= longestText
}

/** What every list's text holds. */
const listMark = '['

/**
 * Keeps the records with this value; none where no filter can say so.
 * @param hasLists whether some records have a list there: one with this item is found too where it is not left out
 */
export function valueFilters(path: string, value: Cell, hasLists: boolean): ColumnFilter[] {
  if (!isFilterable(value)) return []
  const isValue: ColumnFilter = { path, excludes: false, condition: { kind: 'equals', text: value.text } }
  if (!hasLists) return [isValue]
  const isNoList: ColumnFilter = { path, excludes: true, condition: { kind: 'contains', text: listMark } }
  return value.text.includes(listMark) ? [] : [isValue, isNoList]
}

/** Keeps the records without a value, or with `excludes` those with one. */
export function emptyFilter(path: string, excludes: boolean): ColumnFilter {
  return { path, excludes, condition: { kind: 'empty' } }
}

/** Keeps the records from `from` up to and without `to`. */
export function rangeFilter(path: string, from: string, to: string): ColumnFilter {
  return {
    path,
    excludes: false,
    condition: { kind: 'range', from: { value: from, inclusive: true }, to: { value: to, inclusive: false } },
  }
}

/**
 * Keeps the records of one of several groups or series of a column; none where no filter can say so.
 * @param timeZone whose clock the groups go by
 * @param hasLists whether some records have a list there
 */
export function groupFilters(
  path: string,
  group: ChartGroup | SeriesName,
  all: readonly (ChartGroup | SeriesName)[],
  timeZone: string,
  hasLists: boolean,
): ColumnFilter[] {
  switch (group.kind) {
    case 'value':
      return valueFilters(path, group.value, hasLists)
    case 'time':
      return [rangeFilter(path, group.from, group.to)]
    case 'empty':
      return [emptyFilter(path, false)]
    case 'others': {
      const named = all.flatMap((each) => (each.kind === 'value' ? [each.value] : []))
      if (!named.every(isFilterable)) return []
      const texts = named.map(({ text }) => text)
      // Lists are among the others, also those with a named value as an item.
      if (hasLists && texts.length > 0) return []
      // A value that has a series of its own is not among them where none of its records is in a group.
      const unnamed: ColumnFilter[] =
        texts.length === 0 ? [] : [{ path, excludes: true, condition: { kind: 'one-of', texts } }]
      return [...unnamed, emptyFilter(path, true)]
    }
    case 'hour': {
      const { weekday, hour } = group
      return [{ path, excludes: false, condition: { kind: 'week-hour', weekday, hour, timeZone } }]
    }
    case 'all':
      return []
  }
}
