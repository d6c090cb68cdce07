import type { ChartGroup, SeriesName } from '#shared/lists/list-analysis.ts'
import { maxFilterTextLength, type ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Cell } from '#shared/lists/list.ts'

/** Whether a filter can compare a value: not arrays, objects or truncated texts. */
function isFilterable({ kind, text, cut }: Cell): boolean {
  return (
    cut !== true && (kind === 'text' || kind === 'number' || kind === 'boolean') && text.length <= maxFilterTextLength
  )
}

/** The text of every array contains this. */
const listMark = '['

/**
 * Keeps the records with this value; empty if no filter can.
 * @param hasLists whether some records have an array, whose items would match too
 */
export function valueFilters(path: string, value: Cell, hasLists: boolean): ColumnFilter[] {
  if (!isFilterable(value)) return []
  const isValue: ColumnFilter = { path, excludes: false, condition: { kind: 'equals', text: value.text } }
  if (!hasLists) return [isValue]
  const isNoList: ColumnFilter = { path, excludes: true, condition: { kind: 'contains', text: listMark } }
  return value.text.includes(listMark) ? [] : [isValue, isNoList]
}

/** Keeps the records without a value or, with `excludes`, those with one. */
export function emptyFilter(path: string, excludes: boolean): ColumnFilter {
  return { path, excludes, condition: { kind: 'empty' } }
}

/** Keeps the records from `from` up to but excluding `to`. */
export function rangeFilter(path: string, from: string, to: string): ColumnFilter {
  return {
    path,
    excludes: false,
    condition: { kind: 'range', from: { value: from, inclusive: true }, to: { value: to, inclusive: false } },
  }
}

/**
 * Keeps the records of a group or series; empty if no filter can.
 * @param hasLists whether some records have an array
 */
export function groupFilters(
  path: string,
  group: ChartGroup | SeriesName,
  all: readonly (ChartGroup | SeriesName)[],
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
      // Arrays are among the others, even if an item is a named value.
      if (hasLists && texts.length > 0) return []
      // A value with its own series isn't among the others, even if no group has its records.
      const unnamed: ColumnFilter[] =
        texts.length === 0 ? [] : [{ path, excludes: true, condition: { kind: 'one-of', texts } }]
      return [...unnamed, emptyFilter(path, true)]
    }
    case 'all':
      return []
  }
}
