import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { useLasting } from '../../ui/controls/later.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import type { ArrangedColumns } from '../columns/use-list-columns.ts'
import type { OpenedBy } from '../grid/grid-request.ts'
import type { GroupSums } from '../grid/group-row.ts'
import { selectsSameRecords, type PlacedRecord } from '../model/list-query.ts'
import type { ListMode, ViewMemory } from '../model/view-memory.tsx'
import { useGroupSums } from './use-group-sums.ts'
import type { QueryControl } from './use-list-query.ts'
import { useTableState, type ShownQuery, type TableState } from './use-table-state.ts'

/** How a dataset is shown, in three parts: what is asked of it, its table, and what is open beside or over that. */
export interface ListView {
  readonly query: QueryControl
  readonly table: ListTable
  readonly panels: ListPanels
}

/** The table of a dataset, with what it reports. */
interface ListTable extends TableState {
  readonly columns: ArrangedColumns
  readonly memory: ViewMemory
  /** The result of the search; undefined without one, and until its first answer. */
  readonly found: ShownQuery | undefined
  readonly isFoundAwaited: boolean
  /** The sums of the groups; undefined until they are known, and without groups. */
  readonly sums: GroupSums | undefined
}

/** A record that is open beside the table. */
interface OpenRecord extends PlacedRecord {
  readonly by: OpenedBy
}

/** What is shown of a dataset, and what is open beside or over that. */
export type ListPanels = ReturnType<typeof usePanels>

type ListDialog = 'columns' | 'go-to-row'

/** How long a search may go without an announced result, in milliseconds. */
const foundPatience = 2000

/**
 * Holds how a dataset is shown, and restores it when the person comes back.
 * @param isAsked whether the person comes for certain records: they see those, and not what was open before
 */
export function useListView(
  summary: DatasetSummary | undefined,
  memory: ViewMemory,
  columns: ArrangedColumns,
  control: QueryControl,
  isAsked = false,
): ListView {
  const datasetId = summary?.datasetId
  const hasRows = summary !== undefined && summary.records > 0
  const { query, field, isNarrowed } = control
  const panels = usePanels(datasetId, memory, query, isAsked)
  const { mode, setDialog } = panels
  const state = useTableState(datasetId, memory)
  const { shown } = state
  const sums = useGroupSums(summary, query, shown, columns.arranged)
  // Until a search has its first answer, the count belongs to the one before.
  const isSearched = isNarrowed && shown !== undefined && selectsSameRecords(shown.query, query)
  const isFoundDue = mode === 'table' && isNarrowed && !isSearched
  const isFoundLate = useLasting(isFoundDue, foundPatience)
  useHotkeys(
    [
      ['mod+F', () => field.current?.select()],
      ['mod+G', () => hasRows && mode === 'table' && setDialog('go-to-row')],
    ],
    [],
  )
  return {
    query: control,
    table: {
      ...state,
      columns,
      memory,
      found: isSearched ? shown : undefined,
      isFoundAwaited: isFoundDue && !isFoundLate,
      sums,
    },
    panels,
  }
}

function usePanels(datasetId: string | undefined, memory: ViewMemory, query: ListQuery, isAsked: boolean) {
  const [before] = useState(memory.read)
  const [mode, setMode] = useState<ListMode>(isAsked ? 'table' : before.mode)
  const [chosenChart, setChosenChart] = useState(before.chart)
  const [profiledPath, setProfiledPath] = useState(isAsked ? undefined : before.profiledPath)
  const [dialog, setDialog] = useState<ListDialog>()
  const [chosen, open] = useState<OpenRecord | undefined>(
    isAsked ? undefined : before.openRecord && { ...before.openRecord, by: 'return' },
  )
  // Its dataset may be gone.
  const record = chosen?.datasetId === datasetId ? chosen : undefined
  useEffect(
    () => memory.update({ mode, chart: chosenChart, openRecord: chosen, profiledPath }),
    [memory, mode, chosenChart, chosen, profiledPath],
  )
  return {
    mode,
    changeMode: (chosenMode: ListMode) => {
      setMode(chosenMode)
      if (record !== undefined) open({ ...record, by: 'return' })
    },
    chosenChart,
    setChosenChart,
    record,
    openRecord: (opened: OpenRecord | undefined) => {
      if (opened !== undefined) setProfiledPath(undefined)
      open(opened)
    },
    /** Shows the record of a row in the open panel. */
    openRow: async (ofDataset: string, rowIndex: number) => {
      try {
        const { rows } = await call('lists.rows', {
          datasetId: ofDataset,
          query,
          offset: rowIndex,
          limit: 1,
          paths: [],
        })
        const [row] = rows
        if (row !== undefined) open({ datasetId: ofDataset, rowIndex, position: row.position, by: 'pointer' })
      } catch (error) {
        showError('Couldn’t load the record', error)
      }
    },
    /** The column whose statistics are shown. */
    profiledPath,
    setProfiledPath,
    showProfile: (path: string) => {
      open(undefined)
      setProfiledPath(path)
    },
    dialog,
    setDialog,
  }
}
