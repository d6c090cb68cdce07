import { isNumberText } from '#shared/lists/filter-line/filter-bounds.ts'
import type { CommonValue } from '#shared/lists/list.ts'
import type { Slices } from '../../concurrency.ts'
import { kindOf } from '../columns/cell-reader.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { byte } from '../json/json-bytes.ts'
import { someItem } from '../json/json-reader.ts'
import { valueText } from '../json/json-string.ts'
import { withoutCase } from '../values/case-folding.ts'
import { datetimeKey } from '../values/instant.ts'
import { numberKey } from '../values/number-order.ts'

/** Maximum number of returned values. */
const maxValues = 8

/** Maximum length of a returned value, bytes. */
const maxLength = 200

/** Of more different values only those are counted together that read the same: looking closely would take too long. */
const maxExactValues = 100_000

/** A value, as most records spell it. */
interface CountedValue {
  readonly text: string
  /** Records that spell it so. */
  readonly spelled: number
  readonly count: number
  readonly begins: boolean
}

/**
 * Returns the most frequent values of a column among the first `records` records: text, numbers, true and false that
 * start with a text, case-insensitively.
 */
export async function topValues(
  values: DictionaryColumn,
  records: number,
  beginning: string,
  slices: Slices,
): Promise<CommonValue[]> {
  const counts = new Uint32Array(values.count + 1)
  const { ids } = values
  for (let position = 0; position < records; position += 1) {
    const id = ids[position] ?? 0
    counts[id] = (counts[id] ?? 0) + 1
    if (position % 0x4000 === 0 && slices.isOver) await slices.pause()
  }
  const wanted = withoutCase(beginning)
  const looksClosely = values.count <= maxExactValues
  const byMeaning = new Map<string, CountedValue>()
  const lists: number[] = []
  let least = 0
  for (let value = 1; value < counts.length; value += 1) {
    if (value % 0x400 === 0 && slices.isOver) await slices.pause()
    const count = counts[value] ?? 0
    // Of values that are all different the first ones are as good as any.
    if (!looksClosely && (count < least || (byMeaning.size >= maxValues * 100 && count === 1))) continue
    if (looksClosely && count > 0 && values.firstByte(value) === byte.openBracket) lists.push(value)
    const text = textOf(values, value)
    if (text === undefined || count === 0) continue
    const begins = withoutCase(text).startsWith(wanted)
    if (!looksClosely && !begins) continue
    const meaning = looksClosely ? meaningOf(text, values.firstByte(value)) : text
    const known = byMeaning.get(meaning) ?? { text, spelled: 0, count: 0, begins: false }
    // Prefers a spelling that starts with the wanted text.
    const isBetter = begins === known.begins ? count > known.spelled : begins
    byMeaning.set(meaning, {
      ...(isBetter ? { text, spelled: count, begins } : known),
      count: known.count + count,
    })
    if (byMeaning.size > maxValues * 1000) least = Math.max(least, 2)
  }
  // A filter for a value finds the lists that have it as an item, too.
  for (const list of byMeaning.size === 0 ? [] : lists) {
    if (slices.isOver) await slices.pause()
    for (const meaning of meaningsIn(values.value(list))) {
      const known = byMeaning.get(meaning)
      if (known !== undefined) byMeaning.set(meaning, { ...known, count: known.count + (counts[list] ?? 0) })
    }
  }
  // A number and its text are two values with one filter.
  const countOf = (text: string, own: number): number =>
    looksClosely && isNumberText(text)
      ? [byte.zero, byte.quote].reduce((sum, first) => sum + (byMeaning.get(meaningOf(text, first))?.count ?? 0), 0)
      : own
  const offered = [...byMeaning.values()].filter(({ begins }) => begins)
  return [...new Map(offered.map(({ text, count }) => [text, countOf(text, count)]))]
    .map(([text, count]) => ({ text, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, maxValues)
}

/** What values share that a filter takes for one. */
function meaningOf(text: string, first: number): string {
  if (first !== byte.quote && isNumberText(text)) return `number ${numberKey(text)}`
  const date = first === byte.quote ? datetimeKey(text) : undefined
  return date === undefined ? `text ${withoutCase(text)}` : `date ${date}`
}

/** Of the items of a list's exact bytes, each once. */
function meaningsIn(list: Uint8Array): Set<string> {
  const meanings = new Set<string>()
  someItem(list, 0, list.length, (start, end) => {
    const text = textAt(list, start, end)
    if (text !== undefined) meanings.add(meaningOf(text, list[start] ?? 0))
    return false
  })
  return meanings
}

function textOf(values: DictionaryColumn, value: number): string | undefined {
  if (values.isLong(value)) return undefined
  return textAt(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
}

function textAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > maxLength) return undefined
  const kind = kindOf(bytes[start] ?? 0)
  return kind === 'text' || kind === 'number' || kind === 'boolean' ? valueText(bytes, start, end) : undefined
}
