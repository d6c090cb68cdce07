import type { CommonValue } from '../../shared/model/list.ts'
import { kindOf } from './cell-reader.ts'
import { decodeString, utf8Text } from './json-string.ts'
import { withoutCase } from './letter-case.ts'
import type { Slices } from './slices.ts'
import type { ValueDictionary } from './value-dictionary.ts'

/** Most values that are answered. */
const most = 8

/** Longest text that is taken for a value to choose, bytes. */
const longest = 200

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
  /** One text may be written in several ways. */
  const byText = new Map<string, number>()
  let least = 0
  for (let value = 1; value < counts.length; value += 1) {
    if (value % 0x400 === 0 && slices.isOver) await slices.pause()
    const count = counts[value] ?? 0
    // Of values that are all different the first ones are as good as any.
    if (count < least || (byText.size >= most * 100 && count === 1)) continue
    const text = textOf(values, value)
    if (text === undefined || !withoutCase(text).startsWith(wanted)) continue
    byText.set(text, (byText.get(text) ?? 0) + count)
    if (byText.size > most * 1000) least = Math.max(least, 2)
  }
  return [...byText]
    .map(([text, count]) => ({ text, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, most)
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
