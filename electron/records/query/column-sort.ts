import type { Cell, ColumnType } from '#shared/lists/list.ts'
import type { Slices } from '../../concurrency.ts'
import { kindOf } from '../columns/cell-reader.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { byte } from '../json/json-bytes.ts'
import { utf8Text, unescapedString } from '../json/json-string.ts'
import { datetimeKey, isDatetime, isWholeMilliseconds, newInstant, readInstant } from '../values/instant.ts'
import { numberKey, isTextOfNumber } from '../values/number-order.ts'
import { shortNumber } from '../values/short-decimal.ts'
import { sortByBytes } from './byte-sort.ts'
import { sortByDouble, type Sorted } from './radix-sort.ts'
import { sortTexts } from './text-sort.ts'

/** The places of a column’s values in its order. */
export interface ValueRanks {
  /** For each value its rank, from 1 on; values that mean the same share one. 0 for null and no value. */
  readonly ranks: Uint32Array
  readonly highest: number
}

/**
 * Ranks a column's values: false before true, then numbers by all digits, dates by instant, text as the collator orders
 * it, arrays and objects by their bytes. Text that is a number ranks among the numbers if the column has numbers, or if most
 * of its distinct texts are numbers: many services send amounts in both forms. Text that is a date ranks as a date if the
 * column is one of dates.
 * @param type of the column; undefined if it was not discovered
 */
export async function rankValues(
  values: DictionaryColumn,
  type: ColumnType | undefined,
  collator: Intl.Collator,
  slices: Slices,
): Promise<ValueRanks> {
  const groups = await groupedByKind(values, type, slices)
  // In the order of their bytes most texts are in place already.
  const { order: texts } = await sortBytes(values, groups.text, slices)
  const sorted = [
    await sortBytes(values, groups.boolean, slices),
    await sortNumbers(values, groups.number, slices),
    await sortDatetimes(values, groups.datetime, slices),
    await sortTexts(values, texts, collator, slices),
    await sortBytes(values, groups.list, slices),
    await sortBytes(values, groups.object, slices),
  ]
  const ranks = new Uint32Array(values.count + 1)
  let rank = 0
  for (const { order, isGreater } of sorted)
    for (let at = 0; at < order.length; at += 1) {
      if (at === 0 || isGreater[at] === 1) rank += 1
      ranks[order[at] ?? 0] = rank
    }
  return { ranks, highest: rank }
}

/** `number-text`, `datetime`: text that is nothing but a number or a date. */
type Kind = Cell['kind'] | 'number-text' | 'datetime' | 'empty-text'
const kinds: readonly Kind[] = [
  ...(['boolean', 'number', 'number-text', 'datetime', 'empty-text', 'text', 'list', 'object', 'null'] as const),
]

async function groupedByKind(
  values: DictionaryColumn,
  type: ColumnType | undefined,
  slices: Slices,
): Promise<Readonly<Record<Exclude<Kind, 'number-text' | 'empty-text' | 'null'>, Uint32Array<ArrayBuffer>>>> {
  const kindOfValue = new Uint8Array(values.count + 1)
  const counts = new Uint32Array(kinds.length)
  for (let value = 1; value <= values.count; value += 1) {
    if ((value & 0xfff) === 0 && slices.isOver) await slices.pause()
    const kind = kinds.indexOf(groupOf(values, value))
    kindOfValue[value] = kind
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  const count = (kind: Kind): number => counts[kinds.indexOf(kind)] ?? 0
  const half = (count('text') + count('number-text') + count('datetime')) / 2
  const group = (...members: readonly Kind[]): Uint32Array<ArrayBuffer> => {
    const found = new Uint32Array(members.reduce((sum, kind) => sum + count(kind), 0))
    const isMember = Uint8Array.from(kinds, (kind) => (members.includes(kind) ? 1 : 0))
    let size = 0
    for (let value = 1; size < found.length; value += 1)
      if (isMember[kindOfValue[value] ?? 0] === 1) {
        found[size] = value
        size += 1
      }
    return found
  }
  const areNumbers = count('number') > 0 || count('number-text') > half
  // As the table shows the column: its type counts records, not distinct values.
  const areDates = type === undefined ? count('datetime') > half : type === 'datetime'
  return {
    boolean: group('boolean'),
    number: areNumbers ? group('number', 'number-text') : group('number'),
    datetime: areDates ? group('datetime') : group(),
    text: group(
      'empty-text',
      'text',
      ...(areNumbers ? [] : (['number-text'] as const)),
      ...(areDates ? [] : (['datetime'] as const)),
    ),
    list: group('list'),
    object: group('object'),
  }
}

function groupOf(values: DictionaryColumn, value: number): Kind {
  const long = values.isLong(value) ? values.value(value) : undefined
  const bytes = long ?? values.pool
  const [start, end] =
    long === undefined ? [values.starts[value] ?? 0, values.starts[value + 1] ?? 0] : [0, long.length]
  const kind = kindOf(bytes[start] ?? 0)
  return kind === 'text' ? textGroup(bytes, start, end) : kind
}

function textGroup(bytes: Uint8Array, start: number, end: number): Kind {
  if (end - start === 2) return 'empty-text'
  const first = bytes[start + 1] ?? 0
  // Rejects most other text: the last first letter of a weekday is W.
  if (first > 0x57 && first !== byte.backslash) return 'text'
  if (isDatetime(bytes, start + 1, end - 1)) return 'datetime'
  if (isTextOfNumber(bytes, start, end)) return 'number-text'
  const unescaped = unescapedString(bytes, start, end)
  return unescaped === undefined ? 'text' : textGroup(unescaped, 0, unescaped.length)
}

/** See `unescapedString`. */
function unescapedOf(values: DictionaryColumn, value: number): Uint8Array | undefined {
  return unescapedString(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
}

async function sortNumbers(values: DictionaryColumn, group: Uint32Array<ArrayBuffer>, slices: Slices): Promise<Sorted> {
  const exact = (value: number): string => numberKey(values.text(value))
  return sortByKeys(
    group,
    (value) => {
      const [start, end] = [values.starts[value] ?? 0, values.starts[value + 1] ?? 0]
      const quotes = values.pool[start] === byte.quote ? 1 : 0
      const quick = values.isLong(value) ? Number.NaN : shortNumber(values.pool, start + quotes, end - quotes)
      if (!Number.isNaN(quick)) return { key: quick, isExact: true }
      // −0 and 0 are one number.
      return { key: Number(values.text(value)) || 0, isExact: false }
    },
    exact,
    slices,
  )
}

async function sortDatetimes(
  values: DictionaryColumn,
  group: Uint32Array<ArrayBuffer>,
  slices: Slices,
): Promise<Sorted> {
  const instant = newInstant()
  return sortByKeys(
    group,
    (value) => {
      const unescaped = unescapedOf(values, value)
      if (unescaped === undefined)
        readInstant(values.pool, (values.starts[value] ?? 0) + 1, (values.starts[value + 1] ?? 0) - 1, instant)
      else readInstant(unescaped, 1, unescaped.length - 1, instant)
      return { key: instant.ms, isExact: isWholeMilliseconds(instant) }
    },
    (value) => datetimeKey(values.text(value)) ?? '',
    slices,
  )
}

/**
 * Sorts by a double that increases with the values, and equal ones by a text.
 * @param keyOf the double, and whether only equal values have it
 */
async function sortByKeys(
  group: Uint32Array<ArrayBuffer>,
  keyOf: (value: number) => { readonly key: number; readonly isExact: boolean },
  exactKey: (value: number) => string,
  slices: Slices,
): Promise<Sorted> {
  const order = group.slice()
  const keys = new Float64Array(group.length)
  const inexact = new Set<number>()
  for (let at = 0; at < group.length; at += 1) {
    if ((at & 0xfff) === 0 && slices.isOver) await slices.pause()
    const value = group[at] ?? 0
    const { key, isExact } = keyOf(value)
    keys[at] = key
    if (!isExact) inexact.add(value)
  }
  sortByDouble(order, keys)
  const isGreater = new Uint8Array(order.length)
  let start = 0
  for (let at = 1; at <= order.length; at += 1) {
    if (at < order.length && keys[at] === keys[start]) continue
    isGreater[start] = 1
    if (at - start > 1 && inexact.size > 0) {
      if (slices.isOver) await slices.pause()
      const run = order.subarray(start, at)
      if (run.some((value) => inexact.has(value))) sortExactly(run, isGreater.subarray(start, at), exactKey)
    }
    start = at
  }
  return { order, isGreater }
}

function sortExactly(run: Uint32Array, isGreater: Uint8Array, exactKey: (value: number) => string): void {
  const exact = Array.from(run, (value) => ({ value, key: exactKey(value) }))
  exact.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
  for (const [index, { value, key }] of exact.entries()) {
    run[index] = value
    if (index > 0 && key !== exact[index - 1]?.key) isGreater[index] = 1
  }
}

async function sortBytes(values: DictionaryColumn, group: Uint32Array<ArrayBuffer>, slices: Slices): Promise<Sorted> {
  const order = group.slice()
  if (group.some((value) => values.isLong(value))) {
    const isGreater = new Uint8Array(order.length).fill(1)
    const keys = new Map(Array.from(group, (value) => [value, utf8Text(values.value(value))]))
    const keyOf = (value: number | undefined): string => keys.get(value ?? 0) ?? ''
    order.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : 0))
    for (let at = 1; at < order.length; at += 1) if (keyOf(order[at]) === keyOf(order[at - 1])) isGreater[at] = 0
    return { order, isGreater }
  }
  const strings = { pool: values.pool, starts: values.starts, ends: values.starts.subarray(1) }
  return { order, isGreater: await sortByBytes(order, strings, slices) }
}
