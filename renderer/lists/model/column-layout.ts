import type { NamedColumn } from '#shared/lists/column-names.ts'
import {
  maxArrangedColumns,
  narrowestColumn,
  widestColumn,
  type ColumnFormat,
  type ColumnLayout,
  type ColumnSetting,
} from '#shared/lists/list-columns.ts'
import type { Column, ColumnType } from '#shared/lists/list.ts'
import { systemDates, type DateText } from '#shared/values/date-text.ts'
import { isCounted } from './currency.ts'

/** Maximum number of drawn columns: the first visible ones. */
export const maxColumns = 500

/**
 * How a column of a comparison is drawn: the kind of difference, or a field's values before and after. `record`: the
 * column that has it of changed records in which it is the same, if they are recognized by it.
 */
export type DifferenceColumn =
  | { readonly kind: 'change' }
  | {
      readonly kind: 'field'
      readonly before: string | undefined
      readonly after: string | undefined
      readonly record?: string | undefined
    }

export interface ArrangedColumn {
  readonly path: string
  readonly type: ColumnType
  readonly filled: number
  /** The header's text: the person's name for it, otherwise its path. */
  readonly title: string
  readonly isRenamed: boolean
  readonly isHidden: boolean
  /** Whether it is hidden only because all its values are the same, or empty. */
  readonly isHiddenByDefault: boolean
  readonly pinned: 'left' | 'right' | undefined
  /** Whether it is pinned only because it is the first one. */
  readonly isPinnedByPlace: boolean
  readonly width: number
  /** Whether the person chose the width. */
  readonly isSized: boolean
  readonly format: ColumnFormat
  readonly dates: DateText
  readonly difference?: DifferenceColumn
}

const widths: Readonly<Record<ColumnType, number>> = {
  text: 190,
  number: 175,
  boolean: 96,
  datetime: 215,
  list: 220,
  object: 220,
  null: 110,
  mixed: 160,
}

/** Fits a number of 18 digits with separators, and a date with time. */
function usualWidth(type: ColumnType, format: ColumnFormat): number {
  return format === 'as-sent' || format === 'raw' ? widths[type] : Math.max(widths[type], 215)
}

export function plainTitle(path: string): string {
  return path === '' ? '(value)' : path
}

export function shownTitle(path: string, columns: readonly NamedColumn[]): string {
  return columns.find((column) => column.path === path)?.title ?? plainTitle(path)
}

/** Names a column in a list of columns: by both names, e.g. `Paid at (paidAt)`, so that it is found and distinct. */
export function fullTitle(path: string, columns: readonly NamedColumn[]): string {
  const title = shownTitle(path, columns)
  return title === plainTitle(path) ? title : `${title} (${plainTitle(path)})`
}

const noColumns: ReadonlySet<string> = new Set()

/**
 * Arranges columns in the table's order: pinned left, unpinned, pinned right. Unless the person pins columns, the first
 * one is pinned.
 * @param hiddenByDefault the columns that are hidden unless the person shows them
 */
export function arrangeColumns(
  columns: readonly Column[],
  { order, settings }: ColumnLayout,
  hiddenByDefault: ReadonlySet<string> = noColumns,
  dates = systemDates,
): ArrangedColumn[] {
  const places = new Map(order.map((path, place) => [path, place]))
  const set = new Map(settings.map((setting) => [setting.path, setting]))
  const placeOf = ({ path }: { readonly path: string }): number => places.get(path) ?? order.length
  const isHiddenIn = (hidden: ReadonlySet<string>, path: string): boolean => set.get(path)?.hidden ?? hidden.has(path)
  // A table without columns would have no way back.
  const hiddenHere = columns.every(({ path }) => isHiddenIn(hiddenByDefault, path)) ? noColumns : hiddenByDefault
  const arranged = columns
    .map(({ path, type, filled }): ArrangedColumn => {
      const setting: SettingChange = set.get(path) ?? {}
      const { title, pinned, format = defaultFormat(path), width = usualWidth(type, format) } = setting
      return {
        path,
        type,
        filled,
        width,
        format,
        dates,
        title: title ?? plainTitle(path),
        isRenamed: title !== undefined,
        isHidden: isHiddenIn(hiddenHere, path),
        isHiddenByDefault: setting.hidden === undefined && hiddenHere.has(path),
        pinned: pinned === 'none' ? undefined : pinned,
        isPinnedByPlace: false,
        isSized: setting.width !== undefined,
      }
    })
    .toSorted((left, right) => sideOf(left) - sideOf(right) || placeOf(left) - placeOf(right))
  const pins = columns.map(({ path }) => set.get(path)?.pinned)
  if (pins.includes('left') || pins.includes('none')) return arranged
  const first = arranged.findIndex(({ isHidden, pinned }) => !isHidden && pinned === undefined)
  return arranged.map((column, index) =>
    index === first ? { ...column, pinned: 'left', isPinnedByPlace: true } : column,
  )
}

/** Numbers that count or measure something are easier to read in groups of digits; identifiers are not. */
function defaultFormat(path: string): ColumnFormat {
  return isCounted(path) ? 'thousands' : 'as-sent'
}

/** Returns the side that a column keeps when it is moved. */
export function keptSide({
  pinned,
  isPinnedByPlace,
}: Pick<ArrangedColumn, 'pinned' | 'isPinnedByPlace'>): ArrangedColumn['pinned'] {
  return isPinnedByPlace ? undefined : pinned
}

function sideOf({ pinned }: ArrangedColumn): number {
  return pinned === 'left' ? -1 : pinned === 'right' ? 1 : 0
}

/** The settings of a column; undefined resets one. */
export type SettingChange = { readonly [K in keyof Omit<ColumnSetting, 'path'>]?: ColumnSetting[K] | undefined }

/** Changes settings of some columns. @param hiddenByDefault as in {@link arrangeColumns} */
export function withSettings(
  layout: ColumnLayout,
  paths: readonly string[],
  change: SettingChange,
  hiddenByDefault: ReadonlySet<string> = noColumns,
): ColumnLayout {
  const changed = new Set(paths)
  const known = new Map(layout.settings.map((setting) => [setting.path, setting]))
  const settings = paths.flatMap(
    (path) => cleaned({ ...known.get(path), ...change, path }, hiddenByDefault.has(path)) ?? [],
  )
  return { ...layout, settings: [...layout.settings.filter(({ path }) => !changed.has(path)), ...settings] }
}

/** Removes default settings; undefined if none is left. */
function cleaned(
  { path, ...change }: SettingChange & { readonly path: string },
  isHiddenByDefault: boolean,
): ColumnSetting | undefined {
  const { width, hidden, pinned, title, format } = change
  const setting: ColumnSetting = {
    path,
    ...(width === undefined ? {} : { width: Math.round(Math.max(narrowestColumn, Math.min(widestColumn, width))) }),
    ...(hidden === true || (hidden === false && isHiddenByDefault) ? { hidden } : {}),
    ...(pinned === undefined ? {} : { pinned }),
    ...(title === undefined || title.trim() === '' ? {} : { title: title.trim() }),
    ...(format === undefined || format === defaultFormat(path) ? {} : { format }),
  }
  return Object.keys(setting).length === 1 ? undefined : setting
}

/** Moves a column among all columns. It stays on its side: pinned or not. */
export function withPlace(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  path: string,
  place: number,
): ColumnLayout {
  const column = arranged.find((candidate) => candidate.path === path)
  if (column === undefined) return layout
  const others = arranged.filter((candidate) => candidate.path !== path)
  const ofSide = others.filter((other) => keptSide(other) === keptSide(column))
  const [first] = ofSide
  const start = first === undefined ? place : others.indexOf(first)
  const bounded = Math.max(start, Math.min(start + ofSide.length, place))
  return withOrder(
    layout,
    [...others.slice(0, bounded), column, ...others.slice(bounded)].map((each) => each.path),
  )
}

/** Puts the existing columns in this order. Columns that later records may bring back stay behind their predecessor. */
function withOrder(layout: ColumnLayout, order: readonly string[]): ColumnLayout {
  const areThere = new Set(order)
  const behind = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const path of layout.order)
    if (areThere.has(path)) last = path
    else {
      const others = behind.get(last) ?? []
      others.push(path)
      behind.set(last, others)
    }
  const whole = [undefined, ...order].flatMap((path) => [
    ...(path === undefined ? [] : [path]),
    ...(behind.get(path) ?? []),
  ])
  return { ...layout, order: whole.length <= maxArrangedColumns ? whole : [...order] }
}

/** Puts the visible columns in this order; hidden ones keep their places between them. */
export function withShownOrder(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  shown: readonly string[],
): ColumnLayout {
  const places = new Set(shown)
  let next = 0
  const order = arranged.map(({ path }) => {
    if (!places.has(path)) return path
    next += 1
    return shown[next - 1] ?? path
  })
  return withOrder(layout, order)
}

export function isPlainLayout({ order, settings }: ColumnLayout): boolean {
  return order.length === 0 && settings.length === 0
}
