import { createContext, use, useState, type ReactElement, type ReactNode } from 'react'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ColumnFilter, SearchWord } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { ChartChoice } from './chart-plan.ts'
import type { PlacedRecord } from './list-query.ts'
import type { SortOrder } from './sort-order.ts'

/** A table's scroll position. */
export interface ScrollPosition {
  /** In another dataset or query the rows differ. */
  readonly datasetId: string
  readonly query: ListQuery
  readonly rowIndex: number
  readonly left: number
}

export interface FilterLineText {
  readonly text: string
  /** The last query of a line that could be parsed. */
  readonly search: readonly SearchWord[]
  readonly filters: readonly ColumnFilter[]
}

/** The selected records, and where ranges start. */
export interface SelectedRows {
  readonly positions: readonly number[]
  /** The position of the last chosen record, whose row differs between queries; undefined if there is none. */
  readonly anchor: number | undefined
}

export type ListMode = 'table' | 'charts'

/** How a person viewed a list when they left it. */
export interface ViewState {
  readonly filterLine: FilterLineText
  readonly sort: SortOrder
  /** The layout of the columns, unless it is stored with the list. */
  readonly columns: ColumnLayout
  /** The automatic widths of columns, by path, in pixels. */
  readonly widths: ReadonlyMap<string, number>
  readonly mode: ListMode
  /** Undefined: the default chart. */
  readonly chart: ChartChoice | undefined
  readonly scroll: ScrollPosition | undefined
  /** Where the focus was in or beside the table when it was removed; undefined if elsewhere. */
  readonly focus:
    | { readonly datasetId: string; readonly path: string | undefined; readonly isInHeader: boolean }
    | undefined
  /** In another dataset the records differ. */
  readonly selection: (SelectedRows & { readonly datasetId: string }) | undefined
  /** The record that was open beside the table. */
  readonly openRecord: PlacedRecord | undefined
  /** The column whose statistics were shown. */
  readonly profiledPath: string | undefined
}

/** Reads and keeps how a list is viewed. */
export interface ViewMemory {
  readonly read: () => ViewState
  readonly update: (changed: Partial<ViewState>) => void
}

const initialState: ViewState = {
  filterLine: { text: '', search: [], filters: [] },
  sort: [],
  columns: { order: [], settings: [] },
  widths: new Map(),
  mode: 'table',
  chart: undefined,
  scroll: undefined,
  focus: undefined,
  selection: undefined,
  openRecord: undefined,
  profiledPath: undefined,
}
/** Creates a memory for how something is viewed. @param beginning the initial view */
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
 * Holds above the pages how each list is viewed, so that people find it as they left it. In memory only, because
 * searches may contain personal data.
 */
export function ViewMemoryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [memoryOf] = useState(() => {
    const views = new Map<string, ViewMemory>()
    return (list: string): ViewMemory => {
      const view = views.get(list) ?? createViewMemory()
      views.set(list, view)
      return view
    }
  })
  return <ViewMemoryContext value={memoryOf}>{children}</ViewMemoryContext>
}

/**
 * Returns the memory of how a list is viewed, whatever its dataset. Changing it draws nothing: the page holds what it
 * shows, and keeps it here for later.
 * @param list key of profile and list
 */
export function useViewMemory(list: string): ViewMemory {
  const memoryOf = use(ViewMemoryContext)
  if (memoryOf === undefined) throw new Error('useViewMemory is used outside ViewMemoryProvider')
  return memoryOf(list)
}
