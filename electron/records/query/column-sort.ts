import type { Cell } from '#shared/lists/list.ts'
import type { Slices } from '../../scheduling.ts'
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
 * it, arrays and objects by their bytes. Text that is a number ranks among the numbers if there are any: many
 * services send amounts in both forms.
 * @param datetimes whether text that is a date ranks among dates or, in a column of text, among text
 */
export async function rankValues(
  values: DictionaryColumn,
  datetimes: 'dates' | 'text',
  collator: Intl.Collator,
  slices: Slices,
): Promise<ValueRanks> {
  const groups = await groupedByKind(values, datetimes, slices)
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

type Kind = Cell['kind'] | 'datetime'
const kinds: readonly Kind[] = ['boolean', 'number', 'datetime', 'text', 'list', 'object', 'null']

async function groupedByKind(
  values: DictionaryColumn,
  datetimes: 'dates' | 'text',
  slices: Slices,
): Promise<Readonly<Record<Kind, Uint32Array<ArrayBuffer>>>> {
  const kindOfValue = new Uint8Array(values.count + 1)
  const counts = new Map<Kind, number>()
  for (let value = 1; value <= values.count; value += 1) {
    if ((value & 0x3fff) === 0 && slices.isOver) await slices.pause()
    const kind = groupOf(values, value, datetimes)
    kindOfValue[value] = kinds.indexOf(kind)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  if (counts.has('number') && counts.has('text')) await moveNumericTexts(values, kindOfValue, counts, slices)
  const group = (kind: Kind): Uint32Array<ArrayBuffer> => {
    const found = new Uint32Array(counts.get(kind) ?? 0)
    const wanted = kinds.indexOf(kind)
    let count = 0
    for (let value = 1; count < found.length; value += 1)
      if (kindOfValue[value] === wanted) {
        found[count] = value
        count += 1
      }
    return found
  }
  return {
    boolean: group('boolean'),
    number: group('number'),
    datetime: group('datetime'),
    text: group('text'),
    list: group('list'),
    object: group('object'),
    null: new Uint32Array(0),
  }
}

/** Counts text that is nothing but a number among the numbers. */
async function moveNumericTexts(
  values: DictionaryColumn,
  kindOfValue: Uint8Array,
  counts: Map<Kind, number>,
  slices: Slices,
): Promise<void> {
  const [text, number] = [kinds.indexOf('text'), kinds.indexOf('number')]
  let moved = 0
  for (let value = 1; value <= values.count; value += 1) {
    if ((value & 0xfff) === 0 && slices.isOver) await slices.pause()
    if (kindOfValue[value] !== text || !isNumericText(values, value)) continue
    kindOfValue[value] = number
    moved += 1
  }
  counts.set('text', (counts.get('text') ?? 0) - moved)
  counts.set('number', (counts.get('number') ?? 0) + moved)
}

function isNumericText(values: DictionaryColumn, value: number): boolean {
  const other = values.isLong(value) ? values.value(value) : unescapedOf(values, value)
  return other === undefined
    ? isTextOfNumber(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
    : isTextOfNumber(other, 0, other.length)
}

/** See `unescapedString`. */
function unescapedOf(values: DictionaryColumn, value: number): Uint8Array | undefined {
  return unescapedString(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
}

function groupOf(values: DictionaryColumn, value: number, datetimes: 'dates' | 'text'): Kind {
  const kind = kindOf(values.firstByte(value))
  if (kind !== 'text' || datetimes === 'text' || values.isLong(value)) return kind
  const unescaped = unescapedOf(values, value)
  const isDate =
    unescaped === undefined
      ? isDatetime(values.pool, (values.starts[value] ?? 0) + 1, (values.starts[value + 1] ?? 0) - 1)
      : isDatetime(unescaped, 1, unescaped.length - 1)
  return isDate ? 'datetime' : kind
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
