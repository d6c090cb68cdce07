import { createContext, use, useMemo, useState, type ReactElement, type ReactNode } from 'react'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ColumnFilter, SearchWord } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { ChartChoice } from './chart-plan.ts'
import type { GroupOrder, PlacedRecord } from './list-query.ts'
import type { SortOrder } from './sort-order.ts'

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

/** An open saved view. Its columns may differ from those saved, and from the list's own. */
export interface OpenView {
  readonly id: string
  readonly columns: ColumnLayout
}

export const differenceKinds = ['added', 'gone', 'changed'] as const

export type DifferenceKind = (typeof differenceKinds)[number]

export type ListMode = 'table' | 'charts'

export interface ViewState {
  readonly filterLine: FilterLineText
  /** The differences that are shown; undefined: all, or the records of a list. */
  readonly differenceKind: DifferenceKind | undefined
  readonly sort: SortOrder
  readonly groups: GroupOrder
  /** The keys of the groups that are open. */
  readonly openGroups: readonly string[]
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
  /** The saved view that is open, with its columns as they are now. */
  readonly view: OpenView | undefined
}

export interface ViewMemory {
  readonly read: () => ViewState
  readonly update: (changed: Partial<ViewState>) => void
}

const initialState: ViewState = {
  filterLine: { text: '', search: [], filters: [] },
  differenceKind: undefined,
  sort: [],
  groups: [],
  openGroups: [],
  columns: { order: [], settings: [] },
  widths: new Map(),
  mode: 'table',
  chart: undefined,
  scroll: undefined,
  focus: undefined,
  selection: undefined,
  openRecord: undefined,
  profiledPath: undefined,
  view: undefined,
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

interface ViewMemories {
  /** Returns the memory of a list. @param left how it was left before the window was opened */
  readonly of: (list: string, left?: Partial<ViewState>) => ViewMemory
  /** Shows a list as given; if its page is open, it is drawn again. */
  readonly show: (list: string, shown: Partial<ViewState>) => void
  /** Counts what {@link show} was asked. */
  readonly shown: number
  /** Forgets how a list is viewed that will not be shown again. */
  readonly drop: (list: string) => void
  readonly forget: () => void
}

const ViewMemoryContext = createContext<ViewMemories | undefined>(undefined)

/**
 * Holds above the pages how each list is viewed, so that people find it as they left it. Main stores a part of it for the
 * next start.
 */
export function ViewMemoryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [views] = useState(() => new Map<string, ViewMemory>())
  const [shown, setShown] = useState(0)
  const memories = useMemo((): ViewMemories => {
    const of = (list: string, left?: Partial<ViewState>): ViewMemory => {
      const view = views.get(list) ?? createViewMemory(left)
      views.set(list, view)
      return view
    }
    return {
      of,
      show: (list, state) => {
        // The rest is of other records.
        of(list).update({ openRecord: undefined, profiledPath: undefined, ...state })
        setShown((before) => before + 1)
      },
      shown,
      drop: (list) => void views.delete(list),
      forget: () => views.clear(),
    }
  }, [views, shown])
  return <ViewMemoryContext value={memories}>{children}</ViewMemoryContext>
}

export function useViewMemories(): ViewMemories {
  const memories = use(ViewMemoryContext)
  if (memories === undefined) throw new Error('useViewMemories is used outside ViewMemoryProvider')
  return memories
}
