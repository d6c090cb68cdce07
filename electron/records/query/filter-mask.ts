import { Buffer } from 'node:buffer'
import { isNumberText } from '../../../shared/model/filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from '../../../shared/model/query/list-filter.ts'
import { datetimeKey } from '../values/instant.ts'
import { byte } from '../json/json-bytes.ts'
import type { Slices } from '../../scheduling/cooperative-yield.ts'
import type { TextSearchCode } from './search/text-search.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { valueTest } from './filter/predicate.ts'
import { containsMask } from './filter/contains-mask.ts'

/** Stands for a record without the field. */
const nothing = Buffer.from('null')

/** For each different value whether it passes the filter; at 0 whether a record without one does. */
export async function filterMask(
  { condition, excludes }: ColumnFilter,
  values: DictionaryColumn,
  searchCode: TextSearchCode,
  slices: Slices,
): Promise<Uint8Array> {
  const passes =
    condition.kind === 'contains'
      ? await containsMask(values, condition.text, searchCode, slices)
      : await conditionMask(values, condition, searchCode, slices)
  if (excludes) for (let value = 0; value < passes.length; value += 1) passes[value] = passes[value] === 1 ? 0 : 1
  return passes
}

/** For each different value whether it meets a condition: 1 or 0; at 0 whether a record without one does. */
async function conditionMask(
  values: DictionaryColumn,
  condition: FilterCondition,
  searchCode: TextSearchCode,
  slices: Slices,
): Promise<Uint8Array> {
  const test = valueTest(condition)
  // Equal text contains it, which is quick to check.
  const holders = isPlainText(condition) ? await containsMask(values, condition.text, searchCode, slices) : undefined
  const meets = new Uint8Array(values.count + 1)
  meets[0] = test(nothing, 0, nothing.length) ? 1 : 0
  for (let value = 1; value < meets.length; value += 1) {
    if (value % 0x400 === 0 && slices.isOver) await slices.pause()
    if (holders?.[value] === 0 && values.firstByte(value) === byte.quote) continue
    const bytes = values.isLong(value) ? values.value(value) : undefined
    const isMet =
      bytes === undefined
        ? test(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
        : test(bytes, 0, bytes.length)
    if (isMet) meets[value] = 1
  }
  return meets
}

/** Whether a condition asks for one text that is neither a number nor a date: those have several spellings. */
function isPlainText(condition: FilterCondition): condition is Extract<FilterCondition, { kind: 'equals' }> {
  if (condition.kind !== 'equals' || condition.text === '') return false
  return !isNumberText(condition.text) && datetimeKey(condition.text) === undefined
}
