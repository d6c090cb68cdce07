import type { CurrencySum, TableGroup, TableGroups } from '#shared/lists/list-analysis.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { SummedColumn } from '#shared/lists/selected-records.ts'
import { byte } from '../json/json-bytes.ts'
import { decodeString } from '../json/json-string.ts'
import type { QueryFreshness, QueryResult } from '../query/query-executor.ts'
import { decimalText } from '../statistics/decimal.ts'
import { NumberSummary } from '../statistics/number-summary.ts'
import { ValueReader } from '../statistics/value-reader.ts'
import type { StoredRecords } from '../storage/record-scan.ts'

/** Records of which a table shows a grouped query. */
interface GroupedQueries extends Pick<StoredRecords, 'replacements' | 'read'> {
  /** Runs a query as the table shows it. @throws `cancelled`, `input-invalid` */
  shown(query: ListQuery, freshness: QueryFreshness): Promise<QueryResult>
}

/** Sums of all groups in one column: a column with more has no currencies, whatever its name. */
export const maxCurrencySums = 100_000

/** The sums of a group in one column, by currency. */
type Sums = Map<string, NumberSummary>

/**
 * Returns the groups of a query, and what the numbers of some columns add up to in each, with all digits and each currency
 * apart. Text that is only a number is one, as in statistics. A column with more than {@link maxCurrencySums} has none.
 * @throws `cancelled`; `input-invalid` for too many groups
 */
export async function tableGroups(
  records: GroupedQueries,
  query: ListQuery,
  columns: readonly SummedColumn[],
  freshness: QueryFreshness,
  signal: AbortSignal,
): Promise<TableGroups> {
  const { replacements } = records
  const { positions = new Uint32Array(), covers, grouped } = await records.shown(query, freshness)
  const { groups = [], levels = [] } = grouped ?? {}
  const leaves = groups.filter(({ level }) => level === levels.length)
  const sums = columns.length === 0 ? undefined : await leafSums(records, positions, leaves, columns, signal)
  // Records of a page that was loaded again may belong to other groups.
  if (records.replacements !== replacements) return tableGroups(records, query, columns, freshness, signal)
  const result: TableGroup[] = []
  let leaf = 0
  for (const [index, group] of groups.entries()) {
    let count = 0
    if (group.level < levels.length) while (groups[index + count + 1]?.level === levels.length) count += 1
    const parts = sums?.slice(leaf, leaf + Math.max(1, count)) ?? []
    result.push({ ...group, sums: columns.map((_, place) => currencySums(parts.map((part) => part[place]))) })
    if (count === 0) leaf += 1
  }
  return { covers, levels: [...levels], groups: result }
}

async function leafSums(
  records: Pick<StoredRecords, 'read'>,
  positions: Uint32Array,
  leaves: readonly { readonly records: number }[],
  columns: readonly SummedColumn[],
  signal: AbortSignal,
): Promise<readonly (readonly Sums[])[]> {
  const sums = leaves.map(() => columns.map((): Sums => new Map()))
  // In the order received, pages are read once.
  const rising = positions.slice().sort()
  const leafAt = new Uint32Array((rising.at(-1) ?? -1) + 1)
  let at = 0
  for (const [leaf, { records: count }] of leaves.entries())
    for (const end = at + count; at < end; at += 1) leafAt[positions[at] ?? 0] = leaf
  const paths = [...new Set(columns.flatMap(({ path, currencyPath }) => [path, currencyPath ?? path]))]
  const places = columns.map(({ path, currencyPath }) => ({
    value: paths.indexOf(path),
    currency: currencyPath === undefined ? -1 : paths.indexOf(currencyPath),
  }))
  const counts = columns.map(() => 0)
  const reader = new ValueReader()
  await records.read(
    rising,
    paths,
    (position, bytes, spans) => {
      for (const [column, { value, currency }] of places.entries()) {
        const span = spans[value]
        if (
          (counts[column] ?? 0) > maxCurrencySums ||
          span === undefined ||
          reader.readKind(bytes, span.start, span.end) !== 'number'
        )
          continue
        const named = spans[currency]
        const name =
          named !== undefined && bytes[named.start] === byte.quote ? decodeString(bytes, named.start, named.end) : ''
        const into = sums[leafAt[position] ?? 0]?.[column]
        let sum = into?.get(name)
        if (sum === undefined) {
          sum = new NumberSummary()
          into?.set(name, sum)
          counts[column] = (counts[column] ?? 0) + 1
        }
        sum.add(reader.numberBytes, reader.numberStart, reader.numberEnd)
      }
    },
    signal,
  )
  for (const [column, count] of counts.entries())
    if (count > maxCurrencySums) for (const leaf of sums) leaf[column] = new Map()
  return sums
}

function currencySums(parts: readonly (Sums | undefined)[]): CurrencySum[] {
  const whole: Sums = new Map()
  for (const part of parts)
    for (const [currency, numbers] of part ?? []) {
      const sum = whole.get(currency) ?? new NumberSummary()
      sum.merge(numbers)
      whole.set(currency, sum)
    }
  return [...whole]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, numbers]) => {
      const sum = numbers.sum()
      return { currency, ...(sum && { sum: decimalText(sum) }) }
    })
}
