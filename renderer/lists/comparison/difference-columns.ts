import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Column } from '#shared/lists/list.ts'
import { isSameFilter } from '../filter/list-filters.ts'
import { lastWord } from '../model/chart-columns.ts'
import { plainTitle, type ArrangedColumn } from '../model/column-layout.ts'
import { isStatusPath } from '../model/status-tone.ts'
import { differenceKinds, type DifferenceKind } from '../model/view-memory.tsx'

/** A column of differences that belongs to a field of the compared records. */
const ofField = /^(before|after|record)(?:\.(.*))?$/u

/** Names that columns of the difference itself have. */
const ownColumns: ReadonlySet<string> = new Set(['change', 'id', 'fields', 'before', 'after', 'record'])

/** Whether people recognize a record by a field: its name and its status. */
function isIdentifying(field: string): boolean {
  return !field.includes('.') && (lastWord(field) === 'name' || isStatusPath(field))
}

/** Returns the column in which a field is drawn: one of the two sides, or the whole record if it is the same in both. */
function drawnPath(field: string, paths: ReadonlySet<string>): string | undefined {
  return ['after', 'before', 'record'].map((side) => `${side}.${field}`).find((path) => paths.has(path))
}

/**
 * Turns the columns of differences into one for each field, which shows its values before and after. The column `id` is
 * named as the identifier, whose own field is hidden, as are the names of the changed fields.
 * @param shownPaths the columns to show, beside those by which a record is recognized; undefined: all
 */
export function differenceColumns(
  arranged: readonly ArrangedColumn[],
  idPath: string,
  shownPaths: ReadonlySet<string> | undefined,
): ArrangedColumn[] {
  const paths = new Set(arranged.map(({ path }) => path))
  return arranged.map((column): ArrangedColumn => {
    const { path, isHidden, isRenamed, title } = column
    if (path === 'change') return { ...column, difference: { kind: 'change' } }
    // Its cells would repeat which columns have values.
    if (path === 'fields') return { ...column, isHidden: true }
    if (path === 'id') return { ...column, title: isRenamed ? title : plainTitle(idPath) }
    const [, side, field = ''] = ofField.exec(path) ?? []
    if (side === undefined) return column
    const rest = path.slice(side.length)
    const [before, after, record] = [`before${rest}`, `after${rest}`, `record${rest}`]
    const isKnown = isIdentifying(field)
    const isDifferent = shownPaths === undefined || shownPaths.has(before) || shownPaths.has(after)
    const isShown = isKnown || (side !== 'record' && isDifferent)
    const isDrawnElsewhere = [after, before, record].find((each) => paths.has(each)) !== path
    return {
      ...column,
      title: isRenamed || field === 'change' ? title : plainTitle(field),
      isHidden: isHidden || isDrawnElsewhere || !isShown || field === idPath,
      difference: {
        kind: 'field',
        before: paths.has(before) ? before : undefined,
        after: paths.has(after) ? after : undefined,
        record: isKnown && paths.has(record) ? record : undefined,
      },
    }
  })
}

/** Returns the first layout of differences: what a record is recognized by stays in view beside the fields. */
export function differenceLayout(columns: readonly Column[], idPath: string): ColumnLayout {
  const paths = new Set(columns.map(({ path }) => path))
  const fields = [...new Set(columns.flatMap(({ path }) => ofField.exec(path)?.[2] ?? []))]
  const known = fields.filter((field) => field !== idPath && isIdentifying(field))
  const order = ['change', 'id', ...known.flatMap((field) => drawnPath(field, paths) ?? [])]
  return { order, settings: order.map((path) => ({ path, pinned: 'left' })) }
}

/** Lists the columns that the filter line names: the records' fields, then those of the differences. */
export function filteredColumns(drawn: readonly ArrangedColumn[]): NamedColumn[] {
  const fields = new Map<string, NamedColumn>()
  for (const { path, type, title, isRenamed } of drawn) {
    const field = ofField.exec(path)?.[2]
    if (field === undefined || ownColumns.has(field)) continue
    const known = fields.get(field)
    if (known === undefined || isRenamed) fields.set(field, { path: field, type, title: isRenamed ? title : field })
  }
  const own = drawn.filter(({ path }) => path !== 'fields' && !/^record(?:\.|$)/u.test(path))
  return [...fields.values(), ...own.map(({ path, type }) => ({ path, type }))]
}

/**
 * Returns a function from the line's filters to the dataset's: of one kind, and those of a field apply to a record's
 * newer version, or to the older one of a removed record.
 */
export function differenceFilters(
  kind: DifferenceKind | undefined,
): (filters: readonly ColumnFilter[]) => readonly ColumnFilter[] {
  return (filters) => {
    const ofFields = filters.map((filter): ColumnFilter =>
      ownColumns.has(filter.path.split('.')[0] ?? '') ? filter : { ...filter, newest: true },
    )
    return kind === undefined ? ofFields : [kindFilter(kind), ...ofFields]
  }
}

/** Returns the line's filters for the dataset's. */
export function lineFilters(filters: readonly ColumnFilter[]): ColumnFilter[] {
  const kind = kindOf(filters)
  return filters
    .filter((filter) => kind === undefined || !isSameFilter(filter, kindFilter(kind)))
    .map(({ newest: _, ...filter }) => filter)
}

/** Returns the kind of differences that filters keep; undefined: all. */
export function kindOf(filters: readonly ColumnFilter[]): DifferenceKind | undefined {
  return differenceKinds.find((kind) => filters.some((filter) => isSameFilter(filter, kindFilter(kind))))
}

function kindFilter(kind: DifferenceKind): ColumnFilter {
  return { path: 'change', excludes: false, condition: { kind: 'equals', text: kind } }
}

/** Returns the field of a column that has newer versions; others are filtered by their own path. */
export function filteredPath(path: string): string {
  const [, side, field = ''] = ofField.exec(path) ?? []
  return side === undefined || side === 'before' || field === '' || ownColumns.has(field) ? path : field
}

/** Returns the column whose frequent values are suggested for a path of the filter line. */
export function suggestedPath(path: string, columns: readonly Pick<Column, 'path'>[]): string {
  return columns.some((column) => column.path === path)
    ? path
    : (drawnPath(path, new Set(columns.map((column) => column.path))) ?? path)
}

/** Returns the JSON of the record that a difference is of: its newer version, of a removed record the older one. */
export function newestRecord(difference: string): string {
  const { record, after, before } = JSON.parse(difference) as Readonly<Record<string, unknown>>
  return JSON.stringify(record ?? after ?? before ?? {})
}
