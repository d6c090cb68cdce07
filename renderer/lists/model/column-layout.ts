import type { NamedColumn } from '../../../shared/model/lists/columns/column-names.ts'
import {
  maxArrangedColumns,
  narrowestColumn,
  widestColumn,
  type ColumnFormat,
  type ColumnLayout,
  type ColumnSetting,
} from '../../../shared/model/lists/columns/list-columns.ts'
import type { Column, ColumnType } from '../../../shared/model/lists/list.ts'

/** Maximum number of drawn columns: the first visible ones. */
export const maxColumns = 500

export interface ArrangedColumn {
  readonly path: string
  readonly type: ColumnType
  readonly filled: number
  /** The header's text: the person's name for it, otherwise its path. */
  readonly title: string
  readonly isRenamed: boolean
  readonly isHidden: boolean
  readonly pinned: 'left' | 'right' | undefined
  readonly width: number
  readonly format: ColumnFormat
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

/** Names a column in a list of columns: by both names, so that it is found and distinct. */
export function fullTitle(path: string, columns: readonly NamedColumn[]): string {
  const title = shownTitle(path, columns)
  return title === plainTitle(path) ? title : `${title} (${plainTitle(path)})`
}

/** Arranges columns in the table's order: pinned left, unpinned, pinned right. */
export function arrangeColumns(columns: readonly Column[], { order, settings }: ColumnLayout): ArrangedColumn[] {
  const places = new Map(order.map((path, place) => [path, place]))
  const set = new Map(settings.map((setting) => [setting.path, setting]))
  const placeOf = ({ path }: { readonly path: string }): number => places.get(path) ?? order.length
  const arranged = columns.map(({ path, type, filled }): ArrangedColumn => {
    const setting: SettingChange = set.get(path) ?? {}
    const { title, hidden = false, pinned, format = 'as-sent', width = usualWidth(type, format) } = setting
    return {
      ...{ path, type, filled, pinned, width, format },
      title: title ?? plainTitle(path),
      isRenamed: title !== undefined,
      isHidden: hidden,
    }
  })
  return arranged.toSorted((left, right) => sideOf(left) - sideOf(right) || placeOf(left) - placeOf(right))
}

function sideOf({ pinned }: ArrangedColumn): number {
  return pinned === 'left' ? -1 : pinned === 'right' ? 1 : 0
}

/** The settings of a column; undefined resets one. */
export type SettingChange = { readonly [K in keyof Omit<ColumnSetting, 'path'>]?: ColumnSetting[K] | undefined }

/** Changes settings of some columns. */
export function withSettings(layout: ColumnLayout, paths: readonly string[], change: SettingChange): ColumnLayout {
  const changed = new Set(paths)
  const known = new Map(layout.settings.map((setting) => [setting.path, setting]))
  const settings = paths.flatMap((path) => cleaned({ ...known.get(path), ...change, path }) ?? [])
  return { ...layout, settings: [...layout.settings.filter(({ path }) => !changed.has(path)), ...settings] }
}

/** Removes default settings; undefined if none is left. */
function cleaned({ path, ...change }: SettingChange & { readonly path: string }): ColumnSetting | undefined {
  const { width, hidden, pinned, title, format } = change
  const setting: ColumnSetting = {
    path,
    ...(width === undefined ? {} : { width: Math.round(Math.max(narrowestColumn, Math.min(widestColumn, width))) }),
    ...(hidden === true ? { hidden } : {}),
    ...(pinned === undefined ? {} : { pinned }),
    ...(title === undefined || title.trim() === '' ? {} : { title: title.trim() }),
    ...(format === undefined || format === 'as-sent' ? {} : { format }),
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
  const ofSide = others.filter(({ pinned }) => pinned === column.pinned)
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

/** Whether nothing is arranged. */
export function isPlainLayout({ order, settings }: ColumnLayout): boolean {
  return order.length === 0 && settings.length === 0
}
