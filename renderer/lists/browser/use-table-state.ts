import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { ListQuery } from '#shared/lists/list.ts'
import type { TableColumnCommands } from '../columns/column-menu.tsx'
import type { RecordTable, TableReport, TableSelection } from '../grid/grid-request.ts'
import type { ViewMemory } from '../model/view-memory.tsx'

/** The query whose rows a table shows, with the number of matches and of searched records. */
export interface ShownQuery {
  /** Undefined before there is one. */
  readonly datasetId: string | undefined
  readonly query: ListQuery
  readonly count: number
  readonly covers: number
}

export interface TableState {
  readonly grid: RefObject<RecordTable | null>
  /** Undefined until the first query is answered. */
  readonly shown: ShownQuery | undefined
  readonly isBuilding: boolean
  /** The selected records, by their positions in the dataset. */
  readonly selected: readonly number[]
  /** The same with what else the person selected. */
  readonly selection: TableSelection
  readonly commands: TableColumnCommands
  readonly report: TableReport
}

const noSelection: TableSelection = { positions: [], isChosen: false, cells: undefined }

/** Keeps what the table of a dataset reports. @param memory holds the selection from before */
export function useTableState(datasetId: string | undefined, memory: ViewMemory): TableState {
  const grid = useRef<RecordTable>(null)
  const [shown, setShown] = useState<ShownQuery>()
  const [isBuilding, setBuilding] = useState(false)
  const [held, setHeld] = useState<(TableSelection & { readonly datasetId: string }) | undefined>(() => {
    const { selection } = memory.read()
    return selection && { ...selection, isChosen: selection.positions.length > 1, cells: undefined }
  })
  const onQuery = useCallback(
    (query: ListQuery, count: number, covers: number) => setShown({ datasetId, query, count, covers }),
    [datasetId],
  )
  const onSelect = useCallback(
    (selected: TableSelection) => setHeld(datasetId === undefined ? undefined : { datasetId, ...selected }),
    [datasetId],
  )
  const report = useMemo(() => ({ onQuery, onBuilding: setBuilding, onSelect }), [onQuery, onSelect])
  const commands = useMemo<TableColumnCommands>(
    () => ({
      sort: (path, direction) => grid.current?.columns.sort(path, direction),
      fitWidth: (path) => grid.current?.columns.fitWidth(path),
      isSorted: (path) => grid.current?.columns.isSorted(path) === true,
    }),
    [],
  )
  const selection = held === undefined || held.datasetId !== datasetId ? noSelection : held
  return { grid, shown, isBuilding, selected: selection.positions, selection, commands, report }
}
