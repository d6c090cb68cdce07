import { shortName, type NamedColumn } from '../column-names.ts'
import type { ColumnFilter, FilterCondition } from '../list-filter.ts'
import { isDayText, isNoDate, relativePeriodOf, separatedNumber } from './filter-bounds.ts'
import type { FilterLine } from './filter-line-grammar.ts'
import { writeWord } from './filter-line-word.ts'

/**
 * Writes a line that `parseFilterLine` parses to the same filters, in normalized form, e.g. `status:paid fees` for
 * `fees state.status=paid`.
 * @param locale of shown numbers; the window's unless given
 */
export function writeFilterLine(
  { search, filters }: FilterLine,
  columns: readonly NamedColumn[],
  locale?: string,
): string {
  return [
    ...filters.map((filter) => writeFilter(filter, columns, locale)),
    ...search.map((word) => writeWord(word, locale)),
  ].join(' ')
}

function writeFilter(
  { path, excludes, condition }: ColumnFilter,
  columns: readonly NamedColumn[],
  locale: string | undefined,
): string {
  return `${excludes ? '-' : ''}${writeName(shortName(path, columns))}${writeCondition(condition, locale)}`
}

/** Writes a column's name, quoted if needed, e.g. `"paid at"`. */
export function writeName(name: string): string {
  return /^[^\s":~<>,=-][^\s":~<>,=]*$/u.test(name) ? name : JSON.stringify(name)
}

function writeCondition(condition: FilterCondition, locale: string | undefined): string {
  const writeBound = (value: string): string =>
    relativePeriodOf(value) === value ? value : writeUnlessMistaken(value, locale)
  switch (condition.kind) {
    case 'contains':
      return `~${writeText(condition.text)}`
    case 'equals':
      return `:${writeValue(condition.text, locale)}`
    case 'one-of': {
      const values = [...(condition.periods ?? []), ...condition.texts.map((text) => writeValue(text, locale))]
      const [first = '', ...others] = values
      const isMistaken = separatedNumber(values.join(','), locale) !== undefined
      return `:${[isMistaken && !first.startsWith('"') ? JSON.stringify(first) : first, ...others].join(',')}`
    }
    case 'empty':
      return ':empty'
    case 'range': {
      const { from, to } = condition
      if (to === undefined) return `>${from?.inclusive === true ? '=' : ''}${writeBound(from?.value ?? '')}`
      if (from === undefined) return `<${to.inclusive ? '=' : ''}${writeBound(to.value)}`
      const isOnePeriod = from.value === to.value && from.inclusive && to.inclusive
      if (isOnePeriod && (isDayText(to.value) || relativePeriodOf(to.value) !== undefined)) return `:${to.value}`
      return `:${writeBound(from.value)}${from.inclusive ? '' : '<'}..${to.inclusive ? '' : '<'}${writeBound(to.value)}`
    }
  }
}

/**
 * Writes a value that follows “:”; quotes one that would be parsed as a period or another number, e.g. `"2024-01-31"`, or
 * refused as no date.
 * @param locale of shown numbers; the window's unless given
 */
export function writeValue(text: string, locale?: string): string {
  const isMistakable = isDayText(text) || isNoDate(text) || relativePeriodOf(text) !== undefined
  return isMistakable ? JSON.stringify(text) : writeUnlessMistaken(text, locale)
}

/** Quotes a text that would be parsed as another number. */
function writeUnlessMistaken(text: string, locale: string | undefined): string {
  return separatedNumber(text, locale) === undefined ? writeText(text) : JSON.stringify(text)
}

function writeText(text: string): string {
  const isBare = /^[^\s",]+$/u.test(text) && text !== 'empty' && !text.includes('..') && text.isWellFormed()
  return isBare ? text : JSON.stringify(text)
}
