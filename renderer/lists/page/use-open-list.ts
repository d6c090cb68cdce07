import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ListState } from '#shared/lists/list-views.ts'
import type { Column, DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { isFocusLost } from '../../platform/focus-lost.ts'
import { usePageCommand } from '../../platform/page-command.ts'
import { useLasting } from '../../ui/controls/later.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import type { OpenRecord } from '../browser/record-browser.tsx'
import { useTableState, type ShownQuery, type TableState } from '../browser/use-table-state.ts'
import { useConstantColumns, useListColumns, type StoredColumns } from '../columns/use-list-columns.ts'
import { useComparison, type ComparisonControl } from '../comparison/comparisons.tsx'
import { selectsSameRecords } from '../model/list-query.ts'
import { useViewMemories, type ListMode, type ViewMemory, type ViewState } from '../model/view-memory.tsx'
import { listStateOf, restoredState, type ShownList } from '../views/list-state.ts'
import { useKeptState } from '../views/use-kept-state.ts'
import { useOpenView, useSavedViews, type ViewControl } from '../views/use-saved-views.ts'
import { loadRemedies, useToolbarControls, type LoadRemedies, type ToolbarControls } from './load-remedies.ts'
import { useDatasetActions, type DatasetActions } from './use-dataset-actions.ts'
import { useListLoad, type ListLoad } from './use-list-load.ts'
import { useListQuery, type QueryControl } from './use-list-query.ts'

const noColumns: readonly Column[] = []

/** How long a search may go without an announced result, in milliseconds. */
const foundPatience = 2000

/** How a list is shown, with the commands to change it. */
export interface OpenList {
  readonly profile: Profile
  readonly list: ListName
  readonly load: ListLoad
  /** Undefined until the list is open. */
  readonly summary: DatasetSummary | undefined
  readonly hasRows: boolean
  readonly kept: ViewMemory
  readonly columns: StoredColumns
  readonly views: ViewControl
  /** Changes the columns of the open view. */
  readonly changeColumns: (changed: (columns: ColumnLayout) => ColumnLayout) => void
  readonly queryControl: QueryControl
  readonly state: TableState
  /** The record open beside the table. */
  readonly record: OpenRecord | undefined
  readonly openRecord: (record: OpenRecord | undefined) => void
  /** Shows the record of a row in the open panel. */
  readonly openRow: (ofDataset: string, rowIndex: number) => Promise<void>
  readonly comparison: ComparisonControl
  /** Whether the list is shown in place of a comparison's differences. */
  readonly isCovered: boolean
  readonly setCovered: (isCovered: boolean) => void
  readonly showsDifferences: boolean
  readonly actions: DatasetActions
  readonly controls: ToolbarControls
  readonly remedies: LoadRemedies
  readonly dialog: ListDialog | undefined
  readonly setDialog: (dialog: ListDialog | undefined) => void
  readonly mode: ListMode
  readonly changeMode: (mode: ListMode) => void
  readonly chosenChart: ViewState['chart']
  readonly setChosenChart: (chart: ViewState['chart']) => void
  /** The column whose statistics are shown. */
  readonly profiledPath: string | undefined
  readonly setProfiledPath: (path: string | undefined) => void
  readonly showProfile: (path: string) => void
  /** The result of the search; undefined without one, and until its first answer. */
  readonly found: ShownQuery | undefined
  readonly isFoundAwaited: boolean
}

type ListDialog = 'columns' | 'go-to-row'

/**
 * Holds how a list is shown, and restores it when the person comes back.
 * @param left how it was left before the window was opened
 */
export function useOpenList(
  profile: Profile,
  list: ListName,
  filterLine: string | undefined,
  left: ListState | undefined,
): OpenList {
  const listKey = `${profile.id} ${list}`
  const load = useListLoad(profile, list)
  const { summary } = load
  const datasetId = summary?.datasetId
  const hasRows = summary !== undefined && summary.records > 0
  const kept = useViewMemories().of(listKey, left && restoredState(left))
  const [before] = useState(kept.read)
  // A person who comes for certain records sees those, not an earlier query.
  const [mode, setMode] = useState<ListMode>(filterLine === undefined ? before.mode : 'table')
  const [chosenChart, setChosenChart] = useState(before.chart)
  const [profiledPath, setProfiledPath] = useState(filterLine === undefined ? before.profiledPath : undefined)
  const [dialog, setDialog] = useState<ListDialog>()
  // For the same reason the differences of an earlier comparison wait.
  const [isCovered, setCovered] = useState(filterLine !== undefined)

  const constant = useConstantColumns(summary)
  // Certain records are looked for in the whole list.
  const { view, setView, changeColumns } = useOpenView(filterLine === undefined ? before.view : undefined)
  const columns = useListColumns(
    profile.id,
    list,
    summary?.columns ?? noColumns,
    constant,
    view && { layout: view.columns, change: changeColumns },
  )
  const queryControl = useListQuery(columns.arranged, before, filterLine)
  const { line, query, isNarrowed } = queryControl
  const { text, search, filters } = line
  const state = useTableState(datasetId, kept)
  const { shown } = state
  const [chosen, open] = useState<OpenRecord | undefined>(
    filterLine === undefined ? before.openRecord && { ...before.openRecord, by: 'return' } : undefined,
  )
  // Its dataset may be gone.
  const record = chosen?.datasetId === datasetId ? chosen : undefined
  const comparison = useComparison(listKey)
  const actions = useDatasetActions(profile, list, load, comparison, () => setCovered(false))
  const controls = useToolbarControls()
  const remedies = loadRemedies(load, controls.loadButton, controls.menuButton)
  useEffect(
    () =>
      kept.update({
        filterLine: { text, search, filters },
        sort: query.sort,
        mode,
        chart: chosenChart,
        openRecord: chosen,
        profiledPath,
        view,
      }),
    [kept, text, search, filters, query.sort, mode, chosenChart, chosen, profiledPath, view],
  )
  const shownList: ShownList = { filter: text, sort: query.sort, mode, chart: chosenChart, view }
  const views = useSavedViews(profile.id, list, shownList, columns.layout, setView)
  useKeptState(profile.id, list, listStateOf(shownList))

  // Until a search has its first answer, the count belongs to the one before.
  const isSearched = isNarrowed && shown !== undefined && selectsSameRecords(shown.query, query)
  const isFoundDue = mode === 'table' && isNarrowed && !isSearched
  const isFoundLate = useLasting(isFoundDue, foundPatience)
  const showsDifferences = comparison.state.kind === 'compared' && !isCovered

  const leaveTable = useEffectEvent(() => {
    const { focus } = kept.read()
    if (focus !== undefined && focus.datasetId !== datasetId && isFocusLost()) controls.menuButton.current?.focus()
  })
  useEffect(() => {
    // The new dataset has no table that could take the focus.
    if (datasetId !== undefined && !hasRows) leaveTable()
  }, [datasetId, hasRows])
  const goOnInLine = useEffectEvent(() => {
    // The link that led here is gone, and the focus with it.
    if (filterLine !== undefined && isFocusLost()) controls.searchField.current?.focus()
  })
  useEffect(() => goOnInLine(), [])
  usePageCommand('charts', () => changeMode('charts'))
  usePageCommand('load-all', () => load.loadAll(), summary !== undefined)
  useHotkeys(
    [
      ['mod+F', () => controls.searchField.current?.select()],
      ['mod+G', () => hasRows && setDialog('go-to-row')],
    ],
    [],
  )

  function changeMode(chosenMode: ListMode): void {
    setMode(chosenMode)
    if (record !== undefined) open({ ...record, by: 'return' })
  }
  function showProfile(path: string): void {
    open(undefined)
    setProfiledPath(path)
  }
  async function openRow(ofDataset: string, rowIndex: number): Promise<void> {
    try {
      const { rows } = await call('lists.rows', { datasetId: ofDataset, query, offset: rowIndex, limit: 1, paths: [] })
      const [row] = rows
      if (row !== undefined) open({ datasetId: ofDataset, rowIndex, position: row.position, by: 'pointer' })
    } catch (error) {
      showError('Couldn’t load the record', error)
    }
  }
  function openRecord(opened: OpenRecord | undefined): void {
    if (opened !== undefined) setProfiledPath(undefined)
    open(opened)
  }

  return {
    profile,
    list,
    load,
    summary,
    hasRows,
    kept,
    columns,
    views,
    changeColumns,
    queryControl,
    state,
    record,
    openRecord,
    openRow,
    comparison,
    isCovered,
    setCovered,
    showsDifferences,
    actions,
    controls,
    remedies,
    dialog,
    setDialog,
    mode,
    changeMode,
    chosenChart,
    setChosenChart,
    profiledPath,
    setProfiledPath,
    showProfile,
    found: isSearched ? shown : undefined,
    isFoundAwaited: isFoundDue && !isFoundLate,
  }
}
