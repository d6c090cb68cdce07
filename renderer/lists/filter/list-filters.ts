import type { NamedColumn } from '#shared/lists/column-names.ts'
import { isDayText, isYearOrMonth, relativePeriodOf } from '#shared/lists/filter-line/filter-bounds.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ColumnType } from '#shared/lists/list.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { readDatetime } from '#shared/values/datetime-text.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import { ZoneClock } from '#shared/values/zone-clock.ts'
import { plainTitle, shownTitle } from '../model/column-layout.ts'
import { replaces } from './filter-narrowing.ts'

/**
 * Adds filters that were chosen among the shown records. One replaces an earlier filter that it includes, so that the
 * number of records is the one that the chart or the statistics showed.
 * @param timeZone the person's
 */
export function withFilters(
  filters: readonly ColumnFilter[],
  added: readonly ColumnFilter[],
  timeZone: string,
): ColumnFilter[] {
  const clock = { zone: new ZoneClock(timeZone), now: Date.now() }
  return [...filters.filter((filter) => !added.some((newer) => replaces(newer, filter, clock))), ...added]
}

export function isSameFilter(one: ColumnFilter, other: ColumnFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Describes a filter with the column's path. @param type of the column’s values */
export function filterLabel(filter: ColumnFilter, type: ColumnType | undefined, dates: DateText): string {
  return labelOf(plainTitle(filter.path), filter, type, dates)
}

/** Describes a filter with the column's title, such as `State is Errored`. */
export function shownFilterLabel(filter: ColumnFilter, columns: readonly NamedColumn[], dates: DateText): string {
  return labelOf(shownTitle(filter.path, columns), filter, typeOf(filter, columns), dates)
}

/** Returns the type of a filter's column, if it is known. */
export function typeOf({ path }: ColumnFilter, columns: readonly NamedColumn[]): ColumnType | undefined {
  return columns.find((column) => column.path === path)?.type
}

function labelOf(
  title: string,
  { excludes, condition }: ColumnFilter,
  type: ColumnType | undefined,
  { timeZone }: DateText,
): string {
  const name = isolatedLine(title)
  const zoneNote = (texts: readonly string[]): string =>
    texts.some((text) => isOfZone(text, type)) ? ` (${timeZone})` : ''
  switch (condition.kind) {
    case 'contains':
      return `${name} ${excludes ? 'does not contain' : 'contains'} ${isolatedLine(condition.text)}`
    case 'equals':
      return `${name} ${excludes ? 'is not' : 'is'} ${isolatedLine(condition.text)}${isYearOrMonth(condition.text) ? zoneNote([condition.text]) : ''}`
    case 'one-of':
      return (
        `${name} is ${excludes ? 'none of' : 'one of'} ${[...(condition.periods ?? []), ...condition.texts].map(isolatedLine).join(', ')}` +
        zoneNote([...(condition.periods ?? []), ...condition.texts.filter(isYearOrMonth)])
      )
    case 'empty':
      return `${name} is ${excludes ? 'not empty' : 'empty'}`
    case 'range': {
      const { from, to } = condition
      const note = zoneNote([from, to].flatMap((bound) => bound?.value ?? []))
      if (note !== '' && from?.value === to?.value && from?.inclusive === true && to?.inclusive === true)
        return `${name} is ${excludes ? 'not ' : ''}${from.value}${note}`
      const bounds = [
        ...(from === undefined ? [] : [`${from.inclusive ? 'from' : 'above'} ${from.value}`]),
        ...(to === undefined ? [] : [`${to.inclusive ? 'up to' : 'below'} ${to.value}`]),
      ]
      return `${name} ${excludes ? 'not ' : ''}${bounds.join(', ')}${note}`
    }
  }
}

/**
 * Returns whether a text depends on the person's time zone: a period, or a date and time without a zone. A year may be a
 * number, and a month a text, unless the column has dates.
 */
function isOfZone(text: string, type: ColumnType | undefined): boolean {
  return (
    isDayText(text) ||
    (isYearOrMonth(text) && type === 'datetime') ||
    relativePeriodOf(text) !== undefined ||
    readDatetime(text)?.precision === 'local'
  )
}
