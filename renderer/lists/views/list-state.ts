import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ListState, SavedView, ViewContent } from '#shared/lists/list-views.ts'
import { maxStoredFilterLength } from '#shared/lists/view-limits.ts'
import type { OpenView, ViewState } from '../model/view-memory.tsx'

/** What a person chose to see of a list. */
export type ShownList = Pick<ViewState, 'sort' | 'groups' | 'mode' | 'chart' | 'view'> & { readonly filter: string }

/** Returns what main stores of how a list is shown, for the next start. */
export function listStateOf({ view, ...shown }: ShownList): ListState {
  return { ...storedPart(shown), ...(view === undefined ? {} : { view }) }
}

/** Returns what a saved view would hold of a list. */
export function viewContentOf({ view: _view, ...shown }: ShownList, columns: ColumnLayout): ViewContent {
  return { ...storedPart(shown), columns }
}

function storedPart({ filter, sort, groups, mode, chart }: Omit<ShownList, 'view'>): Omit<ListState, 'view'> {
  return {
    // A line of thousands of pasted values lasts as long as the window.
    filter: filter.length > maxStoredFilterLength ? '' : filter,
    sort: [...sort],
    ...(groups.length > 0 && { groups: [...groups] }),
    mode,
    ...(chart === undefined ? {} : { chart }),
  }
}

/** Returns how a list is shown that was left so. */
export function restoredState({ view, ...shown }: ListState): Partial<ViewState> {
  return { ...shownPart(shown), view }
}

export function stateOfView({ id, columns, ...shown }: SavedView): Partial<ViewState> {
  return { ...shownPart(shown), view: { id, columns } }
}

/** How a list is shown without a view: every record, in the list's own columns. */
export const plainState: Partial<ViewState> = {
  ...shownPart({ filter: '', sort: [], mode: 'table' }),
  view: undefined,
}

function shownPart({ filter, sort, groups = [], mode, chart }: Omit<ListState, 'view'>): Partial<ViewState> {
  return { filterLine: { text: filter, search: [], filters: [] }, sort, groups, openGroups: [], mode, chart }
}

/** Whether a list is shown as its open view was saved. */
export function isAsSaved(shown: ShownList, { columns }: OpenView, saved: SavedView): boolean {
  const { id: _id, list: _list, name: _name, ...content } = saved
  return comparable(viewContentOf(shown, columns)) === comparable(content)
}

/** Formats what a view holds so that equal contents are equal texts. */
function comparable(content: ViewContent): string {
  const { filter, sort, groups = [], columns } = content
  // The default chart is chosen by the data, and counts only where it is shown.
  const { mode, chart } = content
  const settings = columns.settings.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return JSON.stringify(
    [filter.trim(), sort, groups, mode, chart ?? null, columns.order, settings],
    (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value,
  )
}

/** Returns a name for a copy that no other view of the list has: `Failed copy`, `Failed copy 2`. */
export function copyName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const copy = `${name} copy${number === 1 ? '' : ` ${number}`}`
    if (!known.has(copy.toLowerCase())) return copy
  }
}
