import type { Slices } from '../../../scheduling/cooperative-yield.ts'
import type { DictionaryColumn } from '../../columns/dictionary-column.ts'
import { sortByBytes } from './byte-sort.ts'
import type { Sorted } from './radix-sort.ts'
import type { TextOrder, TextWeigher } from './text-sort-key.ts'

/** Up to this many texts, the collator sorts faster than weights can be created. */
const fewOthers = 2000

/** Sorts texts in a person’s language. */
export async function sortTexts(
  values: DictionaryColumn,
  group: Uint32Array<ArrayBuffer>,
  text: TextOrder,
  slices: Slices,
): Promise<Sorted> {
  let weighed = await weighTexts(values, group, text.weigher('alphabets'), slices)
  // Weights of all characters take a moment to make and more bytes than those of alphabets.
  if (weighed.others.length > fewOthers) weighed = await weighTexts(values, group, text.weigher('all'), slices)
  const { order, others, weights } = weighed
  const isGreater = await sortByBytes(order, weights, slices)
  const compare = (left: number, right: number): number => text.compare(values.text(left), values.text(right))
  await sortEquals({ order, isGreater }, compare, slices)
  const simple = { order, isGreater }
  if (others.length === 0) return simple
  const rest = await mergeSort(
    Uint32Array.from(others),
    new Map(others.map((value) => [value, values.text(value)])),
    text,
    slices,
  )
  return mergeTexts(simple, rest, compare, slices)
}

/** Texts of which those in `order` have weights. */
interface WeighedTexts {
  readonly order: Uint32Array<ArrayBuffer>
  readonly others: readonly number[]
  readonly weights: { readonly pool: Uint8Array; readonly starts: Uint32Array; readonly ends: Uint32Array }
}

async function weighTexts(
  values: DictionaryColumn,
  group: Uint32Array<ArrayBuffer>,
  weigher: TextWeigher,
  slices: Slices,
): Promise<WeighedTexts> {
  const weights = {
    pool: new Uint8Array(group.length === 0 ? 0 : values.pool.length),
    starts: new Uint32Array(values.count + 1),
    ends: new Uint32Array(values.count + 1),
  }
  const order = new Uint32Array(group.length)
  const others: number[] = []
  let count = 0
  let end = 0
  for (let at = 0; at < group.length; at += 1) {
    if ((at & 0x3ff) === 0 && slices.isOver) await slices.pause()
    const value = group[at] ?? 0
    const start = (values.starts[value] ?? 0) + 1
    const stop = values.isLong(value)
      ? -1
      : weigher.weigh(values.pool, start, (values.starts[value + 1] ?? 0) - 1, weights.pool, end)
    if (stop < 0) {
      others.push(value)
      continue
    }
    weights.starts[value] = end
    weights.ends[value] = stop
    end = stop
    order[count] = value
    count += 1
  }
  return { order: order.subarray(0, count), others, weights }
}

/** Sorts runs of strings with the same weights, and notes where a greater one starts. */
async function sortEquals(
  { order, isGreater }: Sorted,
  compare: (left: number, right: number) => number,
  slices: Slices,
): Promise<void> {
  let start = 0
  for (let at = 1; at <= order.length; at += 1) {
    if ((at & 0x3ff) === 0 && slices.isOver) await slices.pause()
    if (at < order.length && isGreater[at] === 0) continue
    if (at - start > 1) {
      order.subarray(start, at).sort(compare)
      for (let index = start + 1; index < at; index += 1)
        if (compare(order[index - 1] ?? 0, order[index] ?? 0) !== 0) isGreater[index] = 1
    }
    start = at
  }
}

/** Puts two sorted parts together. */
async function mergeTexts(
  weighed: Sorted,
  rest: Uint32Array,
  compare: (left: number, right: number) => number,
  slices: Slices,
): Promise<Sorted> {
  const order = new Uint32Array(weighed.order.length + rest.length)
  const isGreater = new Uint8Array(order.length).fill(1)
  let taken = 0
  let filled = 0
  const fill = (until: number): void => {
    order.set(weighed.order.subarray(taken, until), filled)
    isGreater.set(weighed.isGreater.subarray(taken, until), filled)
    filled += until - taken
    taken = until
  }
  /** Places whose value must be compared with the one before. */
  const seams: number[] = []
  for (let at = 0; at < rest.length; at += 1) {
    if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
    const value = rest[at] ?? 0
    // Both parts are ascending, so each search starts where the last one ended.
    let low = taken
    let high = weighed.order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(weighed.order[middle] ?? 0, value) < 0) low = middle + 1
      else high = middle
    }
    fill(low)
    order[filled] = value
    seams.push(filled, filled + 1)
    filled += 1
  }
  fill(weighed.order.length)
  for (const at of seams) {
    if (slices.isOver) await slices.pause()
    if (at > 0 && at < order.length) isGreater[at] = compare(order[at - 1] ?? 0, order[at] ?? 0) === 0 ? 0 : 1
  }
  return { order, isGreater }
}

/** Sorts texts with the collator only, in slices. */
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
