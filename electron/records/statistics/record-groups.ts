import { Buffer } from 'node:buffer'
import { ClavisError } from '#shared/errors.ts'
import type { ChartGroup } from '#shared/lists/list-analysis.ts'
import { maxGroups, type ListQuery } from '#shared/lists/list.ts'
import type { Slices } from '../../concurrency.ts'
import { cellOf } from '../columns/cell-reader.ts'
import { byte } from '../json/json-bytes.ts'
import { ChosenClock } from '../query/chosen-clock.ts'
import type { GroupedColumn, GroupedRecords, RecordGroup } from '../query/query-executor.ts'
import { boundText } from './time-buckets.ts'
import { ValueReader } from './value-reader.ts'

/** A value or period, with its place in the column's order: times before other values, none last. */
interface Found {
  /** The number of the value that names it. */
  readonly value: number
  readonly group: ChartGroup
  readonly rank: number
}

const kindOrder = ['time', 'value', 'others', 'empty'] as const

/**
 * Groups records by the values of one or two columns. Values are one group if a filter takes them for one. Within a group
 * the records keep their order.
 * @throws `input-invalid` for more than {@link maxGroups} groups
 */
export async function groupRecords(
  positions: Uint32Array,
  columns: readonly GroupedColumn[],
  { sort, timeZone = 'UTC' }: ListQuery,
  slices: Slices,
): Promise<GroupedRecords> {
  const finders = columns.map((column) => new GroupFinder(column, timeZone))
  const leaves = new Map<number, { readonly groups: readonly number[]; readonly number: number; records: number }>()
  const leafOf = new Uint32Array(positions.length)
  const outerRecords: number[] = []
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0
    const groups = finders.map((finder) => finder.groupOf(position))
    const key = groups.reduce((all, group) => all * (maxGroups + 1) + group, 0)
    let leaf = leaves.get(key)
    if (leaf === undefined) {
      leaf = { groups, number: leaves.size, records: 0 }
      leaves.set(key, leaf)
      if (leaves.size > maxGroups) throw tooMany(columns.map(({ level }) => level.path))
    }
    leaf.records += 1
    leafOf[at] = leaf.number
    const [outer = 0] = groups
    outerRecords[outer] = (outerRecords[outer] ?? 0) + 1
    if (at % 0x4000 === 0 && slices.isOver) await slices.pause()
  }
  const signs = columns.map(({ level }) =>
    sort.find(({ path }) => path === level.path)?.direction === 'descending' ? -1 : 1,
  )
  const ordered = [...leaves.values()].sort((one, other) => {
    for (const [depth, finder] of finders.entries()) {
      const [left = 0, right = 0] = [one.groups[depth], other.groups[depth]]
      if (left === right) continue
      const recordsOf = (group: number, own: number): number => (depth === 0 ? (outerRecords[group] ?? 0) : own)
      const bySize =
        columns[depth]?.level.byCount === true ? recordsOf(right, other.records) - recordsOf(left, one.records) : 0
      return bySize || finder.compare(left, right, signs[depth] ?? 1) || left - right
    }
    return 0
  })
  const starts = new Uint32Array(ordered.length)
  const groups: RecordGroup[] = []
  let start = 0
  let before: readonly number[] = []
  for (const { groups: path, number, records } of ordered) {
    starts[number] = start
    start += records
    for (const [depth, finder] of finders.entries()) {
      const group = path[depth] ?? 0
      const isLeaf = depth === finders.length - 1
      if (!isLeaf && before[depth] === group) continue
      groups.push({
        level: depth + 1,
        group: finder.found(group),
        records: isLeaf ? records : (outerRecords[group] ?? 0),
      })
    }
    before = path
  }
  if (groups.length > maxGroups) throw tooMany(columns.map(({ level }) => level.path))
  const grouped = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at += 1) {
    const leaf = leafOf[at] ?? 0
    const to = starts[leaf] ?? 0
    grouped[to] = positions[at] ?? 0
    starts[leaf] = to + 1
  }
  return { positions: grouped, groups, levels: finders.map((finder) => finder.level()) }
}

/** Finds the group of each record, and looks at each distinct value once. */
class GroupFinder {
  readonly #column: GroupedColumn
  readonly #reader = new ValueReader()
  readonly #clock: ChosenClock
  /** For each value the number of its group, from 1; 0: not looked at yet. */
  readonly #groupOf: Uint32Array
  readonly #known = new Map<string, number>()
  readonly #found: Found[] = []
  #hasLists = false

  constructor(column: GroupedColumn, timeZone: string) {
    this.#column = column
    this.#clock = new ChosenClock(timeZone)
    this.#groupOf = new Uint32Array(column.values.count + 1)
  }

  groupOf(position: number): number {
    const value = this.#column.values.ids[position] ?? 0
    const known = this.#groupOf[value] ?? 0
    if (known !== 0) return known - 1
    const { key, ...found } = this.#read(value)
    let number = this.#known.get(key)
    if (number === undefined) {
      number = this.#found.length
      if (number >= maxGroups) throw tooMany([this.#column.level.path])
      this.#known.set(key, number)
      this.#found.push(found)
      // The spelling received first, in any order of the records.
    } else if (value < (this.#found[number]?.value ?? 0)) this.#found[number] = found
    this.#groupOf[value] = number + 1
    return number
  }

  #read(value: number): Found & { readonly key: string } {
    const { values, ranks, level } = this.#column
    const bytes = value === 0 ? new Uint8Array() : values.value(value)
    const kind = value === 0 ? 'null' : this.#reader.readKind(bytes, 0, bytes.length)
    if (kind === 'null' || kind === 'empty-text') return { key: '', value, group: { kind: 'empty' }, rank: 0 }
    if (bytes[0] === byte.openBracket) this.#hasLists = true
    if (level.unit !== undefined && kind === 'datetime') {
      const { instant } = this.#reader
      const { clock, zoneClock } = this.#clock.choose(instant)
      const start = zoneClock.startOf(level.unit, this.#clock.at(instant))
      const bound = (at: number): string => boundText(at, clock, level.unit ?? 'day')
      const end = zoneClock.nextStart(level.unit, start)
      return { key: `${start}`, value, group: { kind: 'time', from: bound(start), to: bound(end) }, rank: start }
    }
    this.#reader.readKey(bytes, 0, bytes.length)
    const { key, keyLength } = this.#reader
    return {
      key: Buffer.from(key.buffer, key.byteOffset, keyLength).toString('latin1'),
      value,
      group: { kind: 'value', value: cellOf(bytes, 0, bytes.length) },
      rank: ranks[value] ?? 0,
    }
  }

  found(group: number): ChartGroup {
    return this.#found[group]?.group ?? { kind: 'empty' }
  }

  compare(left: number, right: number, sign: number): number {
    const [one, other] = [this.#found[left], this.#found[right]]
    const byKind = kindOrder.indexOf(one?.group.kind ?? 'empty') - kindOrder.indexOf(other?.group.kind ?? 'empty')
    return byKind || sign * ((one?.rank ?? 0) - (other?.rank ?? 0))
  }

  level(): GroupedRecords['levels'][number] {
    const clock = this.#clock.chosen?.clock
    return { hasLists: this.#hasLists, ...(clock === undefined ? {} : { clock }) }
  }
}

function tooMany(paths: readonly string[]): ClavisError {
  const names = paths.map((path) => `“${path}”`).join(' and ')
  return new ClavisError(
    'input-invalid',
    `Grouping by ${names} makes more than ${maxGroups.toLocaleString('en')} groups.`,
    {
      hint: 'Group by a column with fewer values, dates by a longer period, or filter the list first.',
    },
  )
}
