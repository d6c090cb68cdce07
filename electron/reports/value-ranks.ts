import { kindOf } from './cell-reader.ts'
import { compareBytes, sortByBytes, type ByteStrings } from './byte-order.ts'
import { datetimeKey, datetimeMilliseconds, isDatetime } from './datetime-text.ts'
import { quickNumber, sortByDouble } from './exact-order.ts'
import { byte } from './json-bytes.ts'
import { decodeString, utf8Text } from './json-string.ts'
import { numberKey } from './number-order.ts'
import type { Slices } from './slices.ts'
import type { TextOrder } from './text-order.ts'
import type { ValueDictionary } from './value-dictionary.ts'

/** The places of a column’s values in its order. */
export interface ValueRanks {
  /** For each value its rank, from 1 on; values that mean the same share one. 0 for null and no value. */
  readonly ranks: Uint32Array
  readonly highest: number
}

/** Values in their order, and where in it a greater one begins. */
interface Sorted {
  readonly order: Uint32Array
  /** For each place whether its value is greater than the one before. */
  readonly isGreater: Uint8Array
}

/**
 * Ranks a column’s values: false before true, then numbers by all their digits, dates by their instants, text in the
 * person’s language, lists and objects by their bytes.
 * @param datetimes whether text that is a date stands among dates or, in a column of text, among text
 */
export async function rankValues(
  values: ValueDictionary,
  datetimes: 'dates' | 'text',
  text: TextOrder,
  slices: Slices,
): Promise<ValueRanks> {
  const groups = { boolean: [], number: [], datetime: [], text: [], list: [], object: [] } as Record<string, number[]>
  for (let value = 1; value <= values.count; value += 1) {
    if ((value & 0x3fff) === 0 && slices.isOver) await slices.pause()
    groups[groupOf(values, value, datetimes)]?.push(value)
  }
  const sorted = [
    await sortBytes(values, groups['boolean'] ?? [], slices),
    await sortNumbers(values, groups['number'] ?? [], slices),
    await sortDatetimes(values, groups['datetime'] ?? [], slices),
    await sortTexts(values, groups['text'] ?? [], text, slices),
    await sortBytes(values, groups['list'] ?? [], slices),
    await sortBytes(values, groups['object'] ?? [], slices),
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

function groupOf(values: ValueDictionary, value: number, datetimes: 'dates' | 'text'): string {
  const kind = kindOf(values.firstByte(value))
  if (kind !== 'text' || datetimes === 'text' || values.isLong(value)) return kind
  return isDatetime(values.pool, (values.starts[value] ?? 0) + 1, (values.starts[value + 1] ?? 0) - 1)
    ? 'datetime'
    : kind
}

async function sortNumbers(values: ValueDictionary, group: readonly number[], slices: Slices): Promise<Sorted> {
  const exact = (value: number): string => {
    const bytes = values.value(value)
    return numberKey(utf8Text(bytes))
  }
  return sortByKeys(
    group,
    (value) => {
      const [start, end] = [values.starts[value] ?? 0, values.starts[value + 1] ?? 0]
      const quick = values.isLong(value) ? Number.NaN : quickNumber(values.pool, start, end)
      if (!Number.isNaN(quick)) return { key: quick, isExact: true }
      // −0 and 0 are one number.
      return { key: Number(utf8Text(values.value(value))) || 0, isExact: false }
    },
    exact,
    slices,
  )
}

async function sortDatetimes(values: ValueDictionary, group: readonly number[], slices: Slices): Promise<Sorted> {
  return sortByKeys(
    group,
    (value) => {
      const { milliseconds, isExact } = datetimeMilliseconds(
        values.pool,
        (values.starts[value] ?? 0) + 1,
        (values.starts[value + 1] ?? 0) - 1,
      )
      return { key: milliseconds, isExact }
    },
    (value) => datetimeKey(textOf(values, value)) ?? '',
    slices,
  )
}

/**
 * Sorts by a double that rises with the values, and where that does not tell values apart, by a text that does.
 * @param keyOf the double, and whether no other value has the same that is not equal
 */
async function sortByKeys(
  group: readonly number[],
  keyOf: (value: number) => { readonly key: number; readonly isExact: boolean },
  exactKey: (value: number) => string,
  slices: Slices,
): Promise<Sorted> {
  const order = Uint32Array.from(group)
  const keys = new Float64Array(group.length)
  const inexact = new Set<number>()
  for (const [at, value] of group.entries()) {
    if ((at & 0xfff) === 0 && slices.isOver) await slices.pause()
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
    const run = order.subarray(start, at)
    if (run.length > 1 && run.some((value) => inexact.has(value))) {
      if (slices.isOver) await slices.pause()
      const exact = Array.from(run, (value) => ({ value, key: exactKey(value) }))
      exact.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
      for (const [index, { value, key }] of exact.entries()) {
        run[index] = value
        if (index > 0 && key !== exact[index - 1]?.key) isGreater[start + index] = 1
      }
    }
    start = at
  }
  return { order, isGreater }
}

async function sortTexts(
  values: ValueDictionary,
  group: readonly number[],
  text: TextOrder,
  slices: Slices,
): Promise<Sorted> {
  const weights: ByteStrings = {
    pool: new Uint8Array(values.pool.length),
    starts: new Uint32Array(values.count + 1),
    ends: new Uint32Array(values.count + 1),
  }
  const simple = new Uint32Array(group.length)
  const others: number[] = []
  let simpleCount = 0
  let end = 0
  for (const [at, value] of group.entries()) {
    if ((at & 0xfff) === 0 && slices.isOver) await slices.pause()
    const start = (values.starts[value] ?? 0) + 1
    const stop = values.isLong(value)
      ? -1
      : text.weigh(values.pool, start, (values.starts[value + 1] ?? 0) - 1, weights.pool, end)
    if (stop < 0) {
      others.push(value)
      continue
    }
    weights.starts[value] = end
    weights.ends[value] = stop
    end = stop
    simple[simpleCount] = value
    simpleCount += 1
  }
  const weighed = simple.subarray(0, simpleCount)
  await sortByBytes(weighed, weights, slices)
  const compare = (left: number, right: number): number => text.compare(textOf(values, left), textOf(values, right))
  await sortEquals(weighed, (left, right) => compareBytes(weights, left, right) === 0, compare, slices)
  const rest = await mergeSort(Uint32Array.from(others), textsOf(values, others), text, slices)
  return mergeTexts(weighed, rest, weights, compare, slices)
}

/** Sorts runs of values that are equal so far. */
async function sortEquals(
  order: Uint32Array,
  isEqual: (left: number, right: number) => boolean,
  compare: (left: number, right: number) => number,
  slices: Slices,
): Promise<void> {
  let start = 0
  for (let at = 1; at <= order.length; at += 1) {
    if (at < order.length && isEqual(order[start] ?? 0, order[at] ?? 0)) continue
    if (at - start > 1) order.subarray(start, at).sort(compare)
    start = at
    if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
  }
}

/** Puts two sorted parts together; of equal values it does not matter which comes first, since they share a rank. */
async function mergeTexts(
  weighed: Uint32Array,
  rest: Uint32Array,
  weights: ByteStrings,
  compare: (left: number, right: number) => number,
  slices: Slices,
): Promise<Sorted> {
  const order = new Uint32Array(weighed.length + rest.length)
  const isGreater = new Uint8Array(order.length)
  let taken = 0
  let filled = 0
  const fill = (until: number): void => {
    order.set(weighed.subarray(taken, until), filled)
    filled += until - taken
    taken = until
  }
  for (const [at, value] of rest.entries()) {
    if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
    // Both parts rise, so each search begins where the one before ended.
    let low = taken
    let high = weighed.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(weighed[middle] ?? 0, value) < 0) low = middle + 1
      else high = middle
    }
    fill(low)
    order[filled] = value
    filled += 1
  }
  fill(weighed.length)
  const isOther = new Set(rest)
  for (let at = 1; at < order.length; at += 1) {
    if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
    const [before = 0, value = 0] = order.subarray(at - 1, at + 1)
    const isTold = !isOther.has(before) && !isOther.has(value) && compareBytes(weights, before, value) !== 0
    if (isTold || compare(before, value) !== 0) isGreater[at] = 1
  }
  return { order, isGreater }
}

/** Sorts texts by the collator alone, in slices. */
async function mergeSort(
  values: Uint32Array<ArrayBuffer>,
  texts: ReadonlyMap<number, string>,
  text: TextOrder,
  slices: Slices,
): Promise<Uint32Array> {
  let from = values
  let to = new Uint32Array(from.length)
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += width * 2) {
      if (slices.isOver) await slices.pause()
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + width * 2, from.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        if ((at & 0x3ff) === 0x3ff && slices.isOver) await slices.pause()
        const takesLeft =
          left < middle &&
          (right >= end || text.compare(texts.get(from[left] ?? 0) ?? '', texts.get(from[right] ?? 0) ?? '') <= 0)
        to[at] = (takesLeft ? from[left++] : from[right++]) ?? 0
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

async function sortBytes(values: ValueDictionary, group: readonly number[], slices: Slices): Promise<Sorted> {
  const order = Uint32Array.from(group)
  const isGreater = new Uint8Array(order.length).fill(1)
  // Different values have different bytes.
  if (group.some((value) => values.isLong(value))) {
    const keys = new Map(group.map((value) => [value, utf8Text(values.value(value))]))
    order.sort((left, right) => ((keys.get(left) ?? '') < (keys.get(right) ?? '') ? -1 : 1))
    for (let at = 1; at < order.length; at += 1)
      if (keys.get(order[at] ?? 0) === keys.get(order[at - 1] ?? 0)) isGreater[at] = 0
  } else await sortByBytes(order, { pool: values.pool, starts: values.starts, ends: values.starts.subarray(1) }, slices)
  return { order, isGreater }
}

function textOf(values: ValueDictionary, value: number): string {
  const bytes = values.value(value)
  return bytes[0] === byte.quote ? decodeString(bytes, 0, bytes.length) : utf8Text(bytes)
}

function textsOf(values: ValueDictionary, group: readonly number[]): Map<number, string> {
  return new Map(group.map((value) => [value, textOf(values, value)]))
}
