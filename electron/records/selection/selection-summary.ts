import type { SelectedRecords, SelectionSummary, SummedColumn } from '#shared/lists/selected-records.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { decodeString } from '../json/json-string.ts'
import type { QueryFreshness } from '../query/query-executor.ts'
import { decimalText } from '../statistics/decimal.ts'
import { NumberSummary } from '../statistics/number-summary.ts'
import { selectedPositions, type ShownRecords } from './selected-rows.ts'

/** Different currencies that are kept apart, and those that are named. */
const [maxCurrencies, maxNamed] = [1000, 5]

/** Sums up the numbers that selected records have in a column, with all digits. @throws `cancelled` */
export async function summarizeSelection(
  records: ShownRecords,
  selection: SelectedRecords,
  { path, currencyPath }: SummedColumn,
  freshness: QueryFreshness,
  signal: AbortSignal,
): Promise<SelectionSummary> {
  const positions = await selectedPositions(records, selection, freshness, signal)
  const numbers = new NumberSummary()
  const currencies = new Set<string>()
  const add = (bytes: Uint8Array, [value, currency]: readonly (ValueSpan | undefined)[]): void => {
    if (value === undefined || !isNumber(bytes[value.start])) return
    numbers.add(bytes, value.start, value.end)
    if (currency !== undefined && bytes[currency.start] === byte.quote && currencies.size < maxCurrencies)
      currencies.add(decodeString(bytes, currency.start, currency.end))
  }
  const paths = currencyPath === undefined ? [path] : [path, currencyPath]
  await records.read(positions, paths, (_position, bytes, spans) => add(bytes, spans), signal)
  const sum = numbers.sum()
  return {
    count: numbers.count,
    sum: sum && decimalText(sum),
    mean: numbers.mean(),
    min: numbers.smallest,
    max: numbers.largest,
    currencies: { count: currencies.size, names: [...currencies].toSorted().slice(0, maxNamed) },
  }
}

/** Whether a JSON value that starts with this byte is a number. */
function isNumber(first: number | undefined): boolean {
  return first !== undefined && (first === byte.minus || (first >= byte.zero && first <= byte.nine))
}
