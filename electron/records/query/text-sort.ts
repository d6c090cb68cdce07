import type { Slices } from '../../concurrency.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import type { Sorted } from './radix-sort.ts'

/** Texts that are sorted at once, before these runs are merged. */
const runLength = 512

/** Creates the order of text in a person's language: numbers in it by their value. @param language a BCP 47 tag */
export function textCollator(language: string): Intl.Collator {
  return new Intl.Collator(language, { numeric: true })
}

/**
 * Sorts texts in a person's language.
 * @param group the texts' numbers; if they are nearly in order already, fewer are compared
 */
export async function sortTexts(
  values: DictionaryColumn,
  group: Uint32Array,
  collator: Intl.Collator,
  slices: Slices,
): Promise<Sorted> {
  const texts: string[] = []
  for (const value of group) {
    if ((texts.length & 0xff) === 0 && slices.isOver) await slices.pause()
    texts.push(values.text(value))
  }
  const compare = (left: number | undefined, right: number | undefined): number =>
    collator.compare(texts[left ?? 0] ?? '', texts[right ?? 0] ?? '')
  let from = Uint32Array.from(texts.keys())
  let to = new Uint32Array(from.length)
  for (let start = 0; start < from.length; start += runLength) {
    if (slices.isOver) await slices.pause()
    from.set(Array.from(from.subarray(start, start + runLength)).sort(compare), start)
  }
  for (let width = runLength; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += width * 2) {
      if (slices.isOver) await slices.pause()
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + width * 2, from.length)
      let left = start
      let right = middle
      // Runs that follow each other stay as they are.
      if (middle === end || compare(from[middle - 1], from[middle]) <= 0) {
        to.set(from.subarray(start, end), start)
        continue
      }
      for (let at = start; at < end; at += 1) {
        if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
        const takesLeft = left < middle && (right >= end || compare(from[left], from[right]) <= 0)
        to[at] = (takesLeft ? from[left++] : from[right++]) ?? 0
      }
    }
    ;[from, to] = [to, from]
  }
  const isGreater = new Uint8Array(from.length).fill(1)
  for (let at = 1; at < from.length; at += 1) {
    if ((at & 0xff) === 0 && slices.isOver) await slices.pause()
    if (compare(from[at - 1], from[at]) === 0) isGreater[at] = 0
  }
  return { order: from.map((place) => group[place] ?? 0), isGreater }
}
