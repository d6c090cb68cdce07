import type { SelectionSummary } from '#shared/lists/selected-records.ts'
import { count } from '../../ui/text/count.ts'
import type { ArrangedColumn } from './column-layout.ts'
import { isAmount, isCounted, mixedCurrenciesMessage } from './currency.ts'
import { decimalText } from './value-messages.ts'

interface Selected {
  readonly positions: readonly number[]
  readonly cells: { readonly rows: number; readonly columns: readonly unknown[] } | undefined
}

/** Says how much is selected: `20 rows`, `3 rows by 2 columns`. */
export function selectionSize({ positions, cells }: Selected): string {
  return cells === undefined
    ? count(positions.length, 'row')
    : `${count(cells.rows, 'row')} by ${count(cells.columns.length, 'column')}`
}

type Summed = Pick<ArrangedColumn, 'path' | 'type' | 'difference'>

function numbersOf<T extends Summed>(columns: readonly T[]): T[] {
  return columns.filter(({ type, difference }) => difference === undefined && (type === 'number' || type === 'mixed'))
}

/**
 * Returns the column whose numbers are summed up: the only one with numbers, else the first with amounts, else the first that
 * counts something. Identifiers are not added up.
 */
export function summedColumn<T extends Summed>(columns: readonly T[]): T | undefined {
  const numbers = numbersOf(columns)
  return columns.length === 1
    ? numbers[0]
    : (numbers.find(({ path }) => isAmount(path)) ?? numbers.find(({ path }) => isCounted(path)))
}

/** Returns the columns that are summed up for each group: with amounts, or that count something. */
export function summedColumns<T extends Summed>(columns: readonly T[]): T[] {
  return numbersOf(columns).filter(({ path }) => isCounted(path))
}

/**
 * Sums up the numbers of a selection: `amount: 2 numbers · sum 89.5 · mean 44.75 · min 1.5 · max 88`. Of several
 * currencies nothing is added or compared.
 */
export function summaryMessage(title: string, summary: SelectionSummary): string {
  const { currencies, sum, mean, min, max } = summary
  const numbers = `${title}: ${summary.count === 0 ? 'no numbers' : count(summary.count, 'number')}`
  if (currencies.count > 1) return `${numbers} · ${mixedCurrenciesMessage(currencies.names, currencies.count)}`
  const parts = [
    ['sum', sum],
    ['mean', mean],
    ['min', min],
    ['max', max],
  ] as const
  return [
    numbers,
    ...parts.flatMap(([name, value]) => (value === undefined || summary.count === 0 ? [] : `${name} ${shown(value)}`)),
  ].join(' · ')
}

/** Groups the digits; a number as sent may have an exponent, which stays. */
function shown(value: string): string {
  return /e/iu.test(value) ? value : decimalText(value)
}
