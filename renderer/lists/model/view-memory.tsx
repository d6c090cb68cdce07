import { createContext, use, useState, type ReactElement, type ReactNode } from 'react'
import { plainLayout, type ColumnLayout } from '../../../shared/model/lists/columns/list-columns.ts'
import type { ListView } from '../../../shared/model/lists/list.ts'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { SearchWord } from '../../../shared/model/query/list-search.ts'
import type { ChartChoice } from './chart-plan.ts'
import type { PlacedRecord } from './row-of.ts'
import type { SortOrder } from './sort-order.ts'

/** Where a table was scrolled to. */
export interface ScrollPosition {
  /** Another reading or view has other rows: there the place says nothing. */
  readonly runId: string
  readonly view: ListView
  /** The first row that was wholly in sight. */
  readonly rowIndex: number
  /** How far the table was scrolled across, pixels. */
  readonly left: number
}

/** What is written in a line, and what it asks for. */
export interface FilterLineText {
  readonly text: string
  /** What was asked for last by a line that could be read. */
  readonly search: readonly SearchWord[]
  readonly filters: readonly ColumnFilter[]
}

/** What is selected, and where ranges start from. */
export interface SelectedRows {
  /** Places in the run. */
  readonly positions: readonly number[]
  /** The place in the run of the record that was chosen last; undefined: none was. Its row is another in each view. */
  readonly anchor: number | undefined
}

/** What a list is shown as. */
export type ListMode = 'table' | 'charts'

/** How a person looked at a list when they left it. */
export interface ViewState {
  readonly filterLine: FilterLineText
  readonly sort: SortOrder
  /** How the columns are arranged, where that is not kept with the list. */
  readonly columns: ColumnLayout
  readonly mode: ListMode
  /** Undefined: the chart that is shown first. */
  readonly chart: ChartChoice | undefined
  readonly scroll: ScrollPosition | undefined
  /** Where the keyboard’s focus was in the table, or beside it, when the table went; undefined: elsewhere. */
  readonly focus:
    { readonly runId: string; readonly path: string | undefined; readonly isInHeader: boolean } | undefined
  /** Another reading has other records: there it says nothing. */
  readonly selection: (SelectedRows & { readonly runId: string }) | undefined
  /** The record that was open beside the table. */
  readonly openRecord: PlacedRecord | undefined
  /** The column whose values were shown beside the table or the chart. */
  readonly profiledPath: string | undefined
}

/** Reads and keeps how a list is looked at. */
export interface ViewMemory {
  readonly read: () => ViewState
  readonly update: (changed: Partial<ViewState>) => void
}

const initialState: ViewState = {
  filterLine: { text: '', search: [], filters: [] },
  sort: [],
  columns: plainLayout,
  mode: 'table',
  chart: undefined,
  scroll: undefined,
  focus: undefined,
  selection: undefined,
  openRecord: undefined,
  profiledPath: undefined,
}
/**
 * Makes a place where it is kept how something is looked at.
 * @param beginning how it is looked at first
 */
export function createViewMemory(beginning: Partial<ViewState> = {}): ViewMemory {
  let view: ViewState = { ...initialState, ...beginning }
  return {
    read: () => view,
    update: (changed) => {
      view = { ...view, ...changed }
    },
  }
}

const ViewMemoryContext = createContext<((list: string) => ViewMemory) | undefined>(undefined)

/**
 * Holds above the pages how each list is looked at: who comes back to it finds it as they left it. It is in the window’s
 * memory alone and ends with the window, never on the disk: what people search for may be personal data.
 */
export function ViewMemoryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [viewOf] = useState(() => {
    const views = new Map<string, ViewMemory>()
    return (list: string): ViewMemory => {
      const view = views.get(list) ?? createViewMemory()
      views.set(list, view)
      return view
    }
  })
  return <ViewMemoryContext value={viewOf}>{children}</ViewMemoryContext>
}

/**
 * How a list is looked at, whichever reading of it is there. Nothing is drawn anew when it changes: the list’s page holds
 * what it shows, and keeps it here for when it comes back.
 * @param list names the list, its profile included
 */
export function useViewMemory(list: string): ViewMemory {
  const viewOf = use(ViewMemoryContext)
  if (viewOf === undefined) throw new Error('useKeptView is used outside KeptViewsProvider')
  return viewOf(list)
}
