import type { NamedColumn } from '../column-names.ts'
import type { ColumnFilter, FilterCondition } from '../list-filter.ts'
import { isDateText, isNumberText, isYearOrMonth, rangeKinds } from './filter-bounds.ts'

/**
 * Returns why filters probably find nothing, e.g. for a mistyped date; undefined if nothing is odd. They apply all the same:
 * the types of columns are those of most values loaded so far.
 */
export function filterHint(filters: readonly ColumnFilter[], columns: readonly NamedColumn[]): string | undefined {
  for (const { path, condition } of filters) {
    const column = columns.find((each) => each.path === path)
    const odd = column && oddValue(condition, column)
    if (odd === undefined) continue
    const kind = column?.type === 'number' ? 'number' : 'date'
    const number = kind === 'number' ? usualNumber(odd) : undefined
    const correction = number === undefined ? '' : ` Did you mean ${number}?`
    return `“${odd}” is not a ${kind}, but most values of “${column?.title ?? path}” are.${correction}`
  }
  return undefined
}

/** Returns a value of a condition that is no number for a column of numbers, or no date for one of dates. */
function oddValue(condition: FilterCondition, { type }: NamedColumn): string | undefined {
  if (type !== 'number' && type !== 'datetime') return undefined
  const isNumber = type === 'number'
  switch (condition.kind) {
    case 'equals':
    case 'one-of': {
      const texts = condition.kind === 'equals' ? [condition.text] : condition.texts
      return texts.find((text) => text !== '' && !(isNumber ? isNumberText : isDateOrPeriod)(text))
    }
    case 'range': {
      const isFitting = rangeKinds(condition).includes(isNumber ? 'numbers' : 'dates')
      return isFitting ? undefined : (condition.from ?? condition.to)?.value
    }
    case 'contains':
    case 'empty':
      return undefined
  }
}

/** Returns a number such as `+5` or `.5` as JSON writes it, `5` or `0.5`; undefined if it is written in any other way. */
function usualNumber(text: string): string | undefined {
  const number = text.replace(/^\+/u, '').replace(/^(?=\.)|(?<=^-)(?=\.)/u, '0')
  return isNumberText(number) ? number : undefined
}

function isDateOrPeriod(text: string): boolean {
  return isDateText(text) || isYearOrMonth(text)
}
