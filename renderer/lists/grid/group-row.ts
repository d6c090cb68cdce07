import type { CurrencySum, TableGroups } from '#shared/lists/list-analysis.ts'
import type { SummedColumn } from '#shared/lists/selected-records.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import type { GroupOrder } from '../model/list-query.ts'
import { groupName } from '../model/time-messages.ts'
import { decimalText } from '../model/value-messages.ts'
import type { GroupedPlace } from './body/grouped-rows.ts'
import { cellWidth } from './number-width.ts'
import type { RecordRow } from './record-columns.ts'

/** The sums of a table's groups, in these columns. */
export interface GroupSums {
  readonly table: TableGroups
  readonly columns: readonly SummedColumn[]
}

/** How groups are written. */
interface GroupLook {
  readonly groups: GroupOrder
  readonly drawn: readonly ArrangedColumn[]
  /** Whether more records may belong to the groups. */
  readonly isPart: boolean
}

/**
 * Returns the row of a group: its value and number of records in its own column, and sums in theirs.
 * @param sums undefined until they are known
 */
export function groupRow(
  { levels, groups: all }: TableGroups,
  { group: index, key, isOpen }: Extract<GroupedPlace, { kind: 'group' }>,
  sums: GroupSums | undefined,
  { groups, drawn, isPart }: GroupLook,
): RecordRow | undefined {
  const found = all[index]
  const own = found && groups[found.level - 1]
  if (found === undefined || own === undefined) return undefined
  const dates = drawn.find(({ path }) => path === own.path)?.dates
  const time = own.unit && { unit: own.unit, clock: levels[found.level - 1]?.clock }
  const name = dates === undefined ? '' : isolatedLine(groupName(found.group, time, dates))
  const texts = new Map([[own.path, `${name} · ${found.records.toLocaleString()}${isPart ? ' so far' : ''}`]])
  const currencies = new Map<string, number>()
  for (const [place, { path }] of (sums?.columns ?? []).entries()) {
    const parts = sums?.table.groups[index]?.sums[place] ?? []
    texts.set(path, parts.map(sumText).join(' · '))
    if (parts.length > 1) currencies.set(path, parts.length)
  }
  return {
    // No record has it.
    position: -1 - index,
    texts: drawn.map(({ path }) => texts.get(path) ?? ''),
    kinds: drawn.map(({ path }) => (texts.has(path) ? 'text' : 'absent')),
    cut: [],
    places: new Map(drawn.map(({ path }, place) => [path, place])),
    group: { index, key, level: found.level, isOpen, path: own.path, currencies },
  }
}

/** Writes a sum with its currency: `EUR 1,204.5`. */
export function sumText({ currency, sum }: CurrencySum): string {
  const number = sum === undefined ? 'too large to add' : decimalText(sum)
  return currency === '' ? number : `${isolatedLine(currency)} ${number}`
}

/** Semibold text is wider than what is measured. */
const semibold = 1.1

/** The widest that groups make a column, in pixels. */
const maxGroupWidth = 320

/** Returns the widths with those that groups need, by path; undefined if none changes. */
export function widerForGroups(
  rows: readonly RecordRow[],
  drawn: readonly ArrangedColumn[],
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | undefined {
  const wider = new Map(known)
  for (const [place, { path, width }] of drawn.entries()) {
    const needed = rows.map(({ texts, group }) => {
      const text = cellWidth(texts[place]?.slice(0, 80) ?? '', 'number') * semibold
      // Currencies that don't fit are only counted.
      return text > maxGroupWidth && group?.currencies.has(path) === true ? 0 : text
    })
    const most = Math.ceil(Math.min(maxGroupWidth, Math.max(0, ...needed)))
    if (most > (known.get(path) ?? width)) wider.set(path, most)
  }
  return [...wider].some(([path, width]) => known.get(path) !== width) ? wider : undefined
}

/**
 * Returns the columns of a grouped table: those of the groups first and pinned, also hidden ones. A column that is pinned
 * only because it is the first no longer is.
 */
export function groupedColumns(
  arranged: readonly ArrangedColumn[],
  shown: readonly ArrangedColumn[],
  groups: GroupOrder,
): readonly ArrangedColumn[] {
  if (groups.length === 0) return shown
  const first = groups.flatMap(({ path }) => arranged.filter((column) => column.path === path))
  return [
    ...first.map((column): ArrangedColumn => ({ ...column, isHidden: false, pinned: 'left', isPinnedByPlace: false })),
    ...shown
      .filter((column) => !first.some(({ path }) => path === column.path))
      .map((column): ArrangedColumn =>
        column.isPinnedByPlace ? { ...column, pinned: undefined, isPinnedByPlace: false } : column,
      ),
  ]
}

/** Returns an order of the shown columns in which those of the groups have the places that they have without groups. */
export function ungroupedOrder(
  paths: readonly string[],
  shown: readonly ArrangedColumn[],
  groups: GroupOrder,
): readonly string[] {
  const isGrouped = (path: string): boolean => groups.some((group) => group.path === path)
  const others = paths.filter((path) => !isGrouped(path))
  return shown.flatMap(({ path }) => (isGrouped(path) ? [path] : others.splice(0, 1)))
}
