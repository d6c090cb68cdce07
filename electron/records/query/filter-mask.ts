import { Buffer } from 'node:buffer'
import type { FilterClock } from '#shared/lists/filter-line/filter-bounds.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Slices } from '../../concurrency.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import { valueTest } from './predicate.ts'

/** Stands for a record without the field. */
const nothing = Buffer.from('null')

/** Returns for each distinct value whether it passes the filter, 1 or 0; at index 0 whether a record without one does. */
async function filterMask(
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

/** For each record a number, and for each number whether its records pass. */
interface RecordMask {
  readonly ids: Uint32Array
  readonly passes: Uint8Array
}

/** Where the differences of two lists have a field: of changed, added and removed records. */
function newestPaths(field: string): readonly [record: string, after: string, before: string] {
  const of = (side: string): string => (field === '' ? side : `${side}.${field}`)
  return [of('record'), of('after'), of('before')]
}

/** Lists the columns that a filter reads. */
export function filteredPaths({ path, newest }: ColumnFilter): string[] {
  return newest === true ? ['change', ...newestPaths(path)] : [path]
}

/** Returns which records pass a filter; undefined if the column was not read. */
export async function recordMask(
  filter: ColumnFilter,
  columns: ReadonlyMap<string, DictionaryColumn>,
  clock: FilterClock,
  slices: Slices,
): Promise<RecordMask | undefined> {
  if (filter.newest === true) return newestMask(filter, columns, clock, slices)
  const column = columns.get(filter.path)
  return column && { ids: column.ids, passes: await filterMask(filter, column, clock, slices) }
}

/** The numbers of a record that does not pass and of one that does. */
const verdicts = new Uint8Array([0, 1])

async function newestMask(
  filter: ColumnFilter,
  columns: ReadonlyMap<string, DictionaryColumn>,
  clock: FilterClock,
  slices: Slices,
): Promise<RecordMask | undefined> {
  const [change, record, after, before] = filteredPaths(filter).map((path) => columns.get(path))
  if (change === undefined || record === undefined || after === undefined || before === undefined) return undefined
  const isGone: ColumnFilter = { path: 'change', excludes: false, condition: { kind: 'equals', text: 'gone' } }
  const gone = await filterMask(isGone, change, clock, slices)
  const masks = {
    record: await filterMask(filter, record, clock, slices),
    after: await filterMask(filter, after, clock, slices),
    before: await filterMask(filter, before, clock, slices),
  }
  const ids = new Uint32Array(change.ids.length)
  for (let at = 0; at < ids.length; at += 1) {
    if (at % 0x4000 === 0 && slices.isOver) await slices.pause()
    const whole = record.ids[at] ?? 0
    ids[at] =
      (gone[change.ids[at] ?? 0] === 1
        ? masks.before[before.ids[at] ?? 0]
        : whole === 0
          ? masks.after[after.ids[at] ?? 0]
          : masks.record[whole]) ?? 0
  }
  return { ids, passes: verdicts }
}
