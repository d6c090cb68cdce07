import { ClavisError } from '#shared/errors.ts'
import { parseFilterLine, unknownNames } from '#shared/lists/filter-line/filter-line-reading.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { Column, ListQuery } from '#shared/lists/list.ts'
import { dateTextOf, type DatePreference } from '#shared/values/date-text.ts'

/**
 * Returns the query of a saved view. Its filter may use the person's own names of columns, and its days are of the zone of
 * the settings unless one is given.
 * @throws `input-invalid` if the list has no column of the filter
 */
export function queryOfView(
  view: SavedView,
  columns: readonly Column[],
  timeZone: string | undefined,
  dates: DatePreference,
): ListQuery {
  const titles = new Map(view.columns.settings.map(({ path, title }) => [path, title]))
  const named = columns.map((column) => ({ ...column, title: titles.get(column.path) ?? column.path }))
  const parsed = parseFilterLine(view.filter, named)
  if (parsed.kind === 'fault')
    throw new ClavisError('input-invalid', `The filter of “${view.name}”: ${parsed.fault.message}`, {
      hint: 'Open the view in the window, correct its filter and save the changes.',
    })
  const { search, filters } = parsed.line
  return {
    search: [...search],
    filters: [...filters],
    sort: view.sort,
    ...(view.groups !== undefined && { groups: view.groups }),
    timeZone: timeZone ?? dateTextOf(dates).timeZone,
  }
}

/** Returns which records a saved view shows. A field that no record has matches nothing: the list may be empty. */
export function recordsOfView(view: SavedView, columns: readonly Column[], dates: DatePreference): ListQuery {
  const { settings } = view.columns
  const titles = settings.map(({ title }) => title)
  const named = settings.map(({ path }) => path).filter((path) => columns.every((column) => column.path !== path))
  const absent = unknownNames(view.filter, columns).filter((path) => !titles.includes(path) && !named.includes(path))
  const known = [...columns, ...[...named, ...absent].map((path) => ({ path, type: 'null' as const, filled: 0 }))]
  const { groups: _groups, ...query } = queryOfView(view, known, undefined, dates)
  return { ...query, sort: [] }
}
