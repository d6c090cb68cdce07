import { isNumberText } from '../../shared/model/filter-bounds.ts'
import type { CommonValue } from '../../shared/model/list.ts'
import { kindOf } from './cell-reader.ts'
import { datetimeKey } from './datetime-text.ts'
import { byte } from './json-bytes.ts'
import { decodeString, utf8Text } from './json-string.ts'
import { withoutCase } from './letter-case.ts'
import { numberKey } from './number-order.ts'
import type { Slices } from './slices.ts'
import type { ValueDictionary } from './value-dictionary.ts'

/** Most values that are answered. */
const most = 8

/** Longest text that is taken for a value to choose, bytes. */
const longest = 200

/** Of more different values only those are counted together that read the same: looking closely would take too long. */
const mostLookedAt = 100_000

/** A value, as most records spell it. */
interface CountedValue {
  readonly text: string
  /** Records that spell it so. */
  readonly spelled: number
  readonly count: number
  readonly begins: boolean
}

/**
 * The commonest values of a column among the first `records` records, the commonest first: text, numbers, true and
 * false that begin with a text, letter case ignored.
 */
export async function commonestValues(
  values: ValueDictionary,
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
  const looksClosely = values.count <= mostLookedAt
  const byMeaning = new Map<string, CountedValue>()
  let least = 0
  for (let value = 1; value < counts.length; value += 1) {
    if (value % 0x400 === 0 && slices.isOver) await slices.pause()
    const count = counts[value] ?? 0
    // Of values that are all different the first ones are as good as any.
    if (!looksClosely && (count < least || (byMeaning.size >= most * 100 && count === 1))) continue
    const text = textOf(values, value)
    if (text === undefined || count === 0) continue
    const begins = withoutCase(text).startsWith(wanted)
    if (!looksClosely && !begins) continue
    const meaning = looksClosely ? meaningOf(text, values.firstByte(value)) : text
    const known = byMeaning.get(meaning) ?? { text, spelled: 0, count: 0, begins: false }
    // What is offered begins as wanted, if any way to spell the value does.
    const isBetter = begins === known.begins ? count > known.spelled : begins
    byMeaning.set(meaning, {
      ...(isBetter ? { text, spelled: count, begins } : known),
      count: known.count + count,
    })
    if (byMeaning.size > most * 1000) least = Math.max(least, 2)
  }
  return [...byMeaning.values()]
    .filter(({ begins }) => begins)
    .map(({ text, count }) => ({ text, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, most)
}

/** What values share that a filter takes for one. */
function meaningOf(text: string, first: number): string {
  if (isNumberText(text)) return `number ${numberKey(text)}`
  const date = first === byte.quote ? datetimeKey(text) : undefined
  return date === undefined ? `text ${withoutCase(text)}` : `date ${date}`
}

function textOf(values: ValueDictionary, value: number): string | undefined {
  const [start, end] = [values.starts[value] ?? 0, values.starts[value + 1] ?? 0]
  if (values.isLong(value) || end - start > longest) return undefined
  switch (kindOf(values.firstByte(value))) {
    case 'text':
      return decodeString(values.pool, start, end)
    case 'number':
    case 'boolean':
      return utf8Text(values.pool, start, end)
    case 'list':
    case 'object':
    case 'null':
      return undefined
  }
}
