import type { Slices } from '../../concurrency.ts'
import { sortByWords } from './radix-sort.ts'

/** Byte strings without zeros, one after another in `pool`. */
export interface ByteStrings {
  readonly pool: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Fewer strings than this are compared one by one. */
const few = 256

/** Bytes that one pass looks at. */
const passBytes = 8

/**
 * Sorts `order`, indexes into `strings`, by the strings' bytes; a prefix comes before a longer string.
 * @returns for each index 1 if its string differs from the one before
 */
export async function sortByBytes(order: Uint32Array, strings: ByteStrings, slices: Slices): Promise<Uint8Array> {
  const isGreater = new Uint8Array(order.length)
  isGreater[0] = 1
  const open: { from: number; to: number; depth: number }[] = [{ from: 0, to: order.length, depth: 0 }]
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    if (slices.isOver) await slices.pause()
    const { from, to } = group
    const part = order.subarray(from, to)
    if (part.length < few) {
      part.sort((left, right) => compareBytes(strings, left, right))
      for (let at = 1; at < part.length; at += 1)
        if (compareBytes(strings, part[at - 1] ?? 0, part[at] ?? 0) !== 0) isGreater[from + at] = 1
      continue
    }
    const depth = group.depth + commonLength(part, strings, group.depth)
    const words = new Uint32Array(part.length * 2)
    for (let index = 0; index < part.length; index += 1) {
      const string = part[index] ?? 0
      words[index * 2 + 1] = wordAt(strings, string, depth)
      words[index * 2] = wordAt(strings, string, depth + passBytes / 2)
    }
    sortByWords(part, words)
    let start = 0
    for (let at = 1; at <= part.length; at += 1) {
      if (at < part.length && words[at * 2] === words[start * 2] && words[at * 2 + 1] === words[start * 2 + 1]) continue
      isGreater[from + start] = 1
      // A last byte of 0 is beyond the end: such strings are the same.
      if (at - start > 1 && ((words[start * 2] ?? 0) & 0xff) !== 0)
        open.push({ from: from + start, to: from + at, depth: depth + passBytes })
      start = at
    }
  }
  return isGreater
}

function compareBytes({ pool, starts, ends }: ByteStrings, left: number, right: number): number {
  let atLeft = starts[left] ?? 0
  let atRight = starts[right] ?? 0
  const endLeft = ends[left] ?? 0
  const endRight = ends[right] ?? 0
  for (; atLeft < endLeft && atRight < endRight; atLeft += 1, atRight += 1) {
    const difference = (pool[atLeft] ?? 0) - (pool[atRight] ?? 0)
    if (difference !== 0) return difference
  }
  return endLeft - atLeft - (endRight - atRight)
}

function wordAt({ pool, starts, ends }: ByteStrings, string: number, depth: number): number {
  const start = (starts[string] ?? 0) + depth
  const end = ends[string] ?? 0
  let word = 0
  for (let at = start; at < start + 4; at += 1) word = (word << 8) | (at < end ? (pool[at] ?? 0) : 0)
  return word >>> 0
}

/** How many bytes from `depth` on all the strings have in common. */
function commonLength(order: Uint32Array, { pool, starts, ends }: ByteStrings, depth: number): number {
  const [first = 0] = order
  const start = (starts[first] ?? 0) + depth
  let common = (ends[first] ?? 0) - start
  for (let index = 1; index < order.length; index += 1) {
    const string = order[index] ?? 0
    const other = (starts[string] ?? 0) + depth
    const most = Math.min(common, (ends[string] ?? 0) - other)
    let at = 0
    while (at < most && pool[start + at] === pool[other + at]) at += 1
    common = at
    if (common <= 0) return 0
  }
  return common
}
