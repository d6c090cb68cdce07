import { Buffer } from 'node:buffer'
import type { FilterClock } from '#shared/lists/filter-line/filter-bounds.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Slices } from '../../scheduling.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { valueTest } from './predicate.ts'

/** Stands for a record without the field. */
const nothing = Buffer.from('null')

/** Returns for each distinct value whether it passes the filter, 1 or 0; at index 0 whether a record without one does. */
export async function filterMask(
  { condition, excludes }: ColumnFilter,
  values: DictionaryColumn,
  clock: FilterClock,
  slices: Slices,
): Promise<Uint8Array> {
  const test = valueTest(condition, clock)
  const passes = new Uint8Array(values.count + 1)
  passes[0] = test(nothing, 0, nothing.length) === excludes ? 0 : 1
  for (let value = 1; value < passes.length; value += 1) {
    if (value % 0x400 === 0 && slices.isOver) await slices.pause()
    const long = values.isLong(value) ? values.value(value) : undefined
    const meets =
      long === undefined
        ? test(values.pool, values.starts[value] ?? 0, values.starts[value + 1] ?? 0)
        : test(long, 0, long.length)
    passes[value] = meets === excludes ? 0 : 1
  }
  return passes
}
