import { shortName, type NamedColumn } from '../lists/columns/column-names.ts'
import { isDateText, isDayText, isNoDate, relativePeriodOf } from './filter-bounds.ts'
import { writeWord } from './filter-line-word.ts'
import type { FilterLine } from './filter-line-grammar.ts'
import type { ColumnFilter, FilterCondition } from '../query/list-filter.ts'
import type { ColumnType } from '../lists/list.ts'

/** Writes a line that `parseFilterLine` parses to the same filters, in normalized form. */
export function writeFilterLine({ search, filters }: FilterLine, columns: readonly NamedColumn[]): string {
  return [...filters.map((filter) => writeFilter(filter, columns)), ...search.map(writeWord)].join(' ')
}

function writeFilter({ path, excludes, condition }: ColumnFilter, columns: readonly NamedColumn[]): string {
  const type = columns.find((column) => column.path === path)?.type
  return `${excludes ? '-' : ''}${writeName(shortName(path, columns))}${writeCondition(condition, type)}`
}

/** Writes a column's name, quoted if needed. */
export function writeName(name: string): string {
  return /^[^\s":~<>,=-][^\s":~<>,=]*$/u.test(name) ? name : JSON.stringify(name)
}

/** @param type type of the column's values, if known */
function writeCondition(condition: FilterCondition, type: ColumnType | undefined): string {
  switch (condition.kind) {
    case 'contains':
      return `~${writeText(condition.text)}`
    case 'equals':
      return `:${writeValue(condition.text, type)}`
    case 'one-of':
      return `:${[...(condition.periods ?? []), ...condition.texts.map((text) => writeValue(text, type))].join(',')}`
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
 * Writes a value that follows “:”; quotes one that would be parsed as a period or refused as no date.
 * @param type type of the column's values, if known
 */
export function writeValue(text: string, type: ColumnType | undefined): string {
  const isMistakable =
    type === 'datetime'
      ? isDayText(text) || !isDateText(text)
      : type === undefined && (isDayText(text) || isNoDate(text) || relativePeriodOf(text) !== undefined)
  return isMistakable ? JSON.stringify(text) : writeText(text)
}

function writeBound(text: string): string {
  return relativePeriodOf(text) === text ? text : writeText(text)
}

function writeText(text: string): string {
  const isBare = /^[^\s",]+$/u.test(text) && text !== 'empty' && !text.includes('..') && text.isWellFormed()
  return isBare ? text : JSON.stringify(text)
}
