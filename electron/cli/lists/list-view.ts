import { isTableFormat } from '#shared/lists/export-forms.ts'
import type { SavedColumns } from '#shared/lists/export.ts'
import { plainLayout } from '#shared/lists/list-columns.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { Column } from '#shared/lists/list.ts'
import { absentColumns, absentColumnsMessage } from '#shared/lists/view-columns.ts'
import type { ListOptions } from './list-options.ts'

/** Says which columns of a saved view no record has; those that the file doesn't take from it don't count. */
export function noticeOfView(
  view: SavedView,
  known: readonly Column[],
  { format, columns }: Pick<ListOptions, 'format' | 'columns'>,
): string | undefined {
  // A list without records has no columns.
  if (known.length === 0) return undefined
  const isUsed = columns === undefined && isTableFormat(format)
  const { name, sort, groups } = view
  return absentColumnsMessage(
    name,
    absentColumns({ sort, groups, columns: isUsed ? view.columns : plainLayout }, known),
  )
}

/**
 * Returns the columns of a saved view in their order, under their names. Columns that the person hid are left out; those that
 * the window hides because all their values are the same are not, so that files of different days have the same columns.
 */
export function columnsOfView({ columns: { order, settings } }: SavedView, columns: readonly Column[]): SavedColumns {
  const set = new Map(settings.map((setting) => [setting.path, setting]))
  const places = new Map(order.map((path, place) => [path, place]))
  const sideOf = (path: string): number => {
    const pinned = set.get(path)?.pinned
    return pinned === 'left' ? -1 : pinned === 'right' ? 1 : 0
  }
  const placeOf = (path: string): number => places.get(path) ?? order.length
  const shown = columns
    .map(({ path }) => path)
    .filter((path) => set.get(path)?.hidden !== true)
    .toSorted((one, other) => sideOf(one) - sideOf(other) || placeOf(one) - placeOf(other))
  // Also hidden ones: a title that is another field's path would say that these are its values.
  const taken = new Set(columns.map(({ path }) => path))
  return shown.map((path) => {
    const title = set.get(path)?.title
    if (title === undefined) return { path, name: path === '' ? 'value' : path }
    const name = taken.has(title) && title !== path ? `${title} (${path})` : title
    taken.add(name)
    return { path, name }
  })
}
