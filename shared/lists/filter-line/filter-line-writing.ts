import { shortName, type NamedColumn } from '../column-names.ts'
import type { ColumnFilter, FilterCondition } from '../list-filter.ts'
import type { ColumnType } from '../list.ts'
import { isDateText, isDayText, isNoDate, isNumberText, relativePeriodOf, separatedNumber } from './filter-bounds.ts'
import type { FilterLine } from './filter-line-grammar.ts'
import { writeWord } from './filter-line-word.ts'

/**
 * Writes a line that `parseFilterLine` parses to the same filters, in normalized form.
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
  const type = columns.find((column) => column.path === path)?.type
  return `${excludes ? '-' : ''}${writeName(shortName(path, columns))}${writeCondition(condition, type, locale)}`
}

/** Writes a column's name, quoted if needed. */
export function writeName(name: string): string {
  return /^[^\s":~<>,=-][^\s":~<>,=]*$/u.test(name) ? name : JSON.stringify(name)
}

/** @param type type of the column's values, if known */
function writeCondition(condition: FilterCondition, type: ColumnType | undefined, locale: string | undefined): string {
  const writeBound = (value: string): string =>
    relativePeriodOf(value) === value ? value : writeUnlessMistaken(value, type !== 'datetime', locale)
  switch (condition.kind) {
    case 'contains':
      return `~${writeText(condition.text)}`
    case 'equals':
      return `:${writeValue(condition.text, type, locale)}`
    case 'one-of': {
      const values = [...(condition.periods ?? []), ...condition.texts.map((text) => writeValue(text, type, locale))]
      const [first = '', ...others] = values
      const isMistaken = mayBeNumbers(type) && separatedNumber(values.join(','), locale) !== undefined
      return `:${[isMistaken && !first.startsWith('"') ? JSON.stringify(first) : first, ...others].join(',')}`
    }
    case 'empty':
      return ':empty'
    case 'range': {
      const { from, to } = condition
      if (to === undefined) return `>${from?.inclusive === true ? '=' : ''}${writeBound(from?.value ?? '')}`
      if (from === undefined) return `<${to.inclusive ? '=' : ''}${writeBound(to.value)}`
      const isOnePeriod = from.value === to.value && from.inclusive && to.inclusive
      if (isOnePeriod && type === 'datetime' && (isDayText(to.value) || relativePeriodOf(to.value) !== undefined))
        return `:${to.value}`
      return `:${writeBound(from.value)}${from.inclusive ? '' : '<'}..${to.inclusive ? '' : '<'}${writeBound(to.value)}`
    }
  }
}

/**
 * Writes a value that follows “:”; quotes one that would be parsed as a period or another number, or refused as no date or number.
 * @param type type of the column's values, if known
 * @param locale of shown numbers; the window's unless given
 */
export function writeValue(text: string, type: ColumnType | undefined, locale?: string): string {
  const isMistakable =
    type === 'datetime'
      ? isDayText(text) || !isDateText(text)
      : type === undefined && (isDayText(text) || isNoDate(text) || relativePeriodOf(text) !== undefined)
  const isRefused = type === 'number' && !isNumberText(text)
  return isMistakable || isRefused ? JSON.stringify(text) : writeUnlessMistaken(text, mayBeNumbers(type), locale)
}

function mayBeNumbers(type: ColumnType | undefined): boolean {
  return type === undefined || type === 'number'
}

/** @param isNumber whether the text would be parsed as a number */
function writeUnlessMistaken(text: string, isNumber: boolean, locale: string | undefined): string {
  return isNumber && separatedNumber(text, locale) !== undefined ? JSON.stringify(text) : writeText(text)
}

function writeText(text: string): string {
  const isBare = /^[^\s",]+$/u.test(text) && text !== 'empty' && !text.includes('..') && text.isWellFormed()
  return isBare ? text : JSON.stringify(text)
}
