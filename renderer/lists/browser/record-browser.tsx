import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { copyText, showNotCopied } from '../../ui/text/copy-button.tsx'
import { ColumnMenu, type OpenColumnMenu } from '../columns/column-menu.tsx'
import type { OpenCellMenu, OpenedBy, TableActions } from '../grid/grid-request.ts'
import { cellOf, type RecordRow } from '../grid/record-columns.ts'
import { RecordGrid } from '../grid/record-grid.tsx'
import { requestedPaths } from '../grid/requested-columns.ts'
import { copiedCell } from '../grid/shown-cell.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import type { PlacedRecord } from '../model/list-query.ts'
import { type CellCommands, CellMenu } from './cell-menu.tsx'
import { RecordDetail } from './record-detail.tsx'
import { rowCsv } from './row-csv.ts'
import { useRowSteps } from './use-row-steps.ts'
import type { TableState } from './use-table-state.ts'

/** A record that is open beside the table. */
export interface OpenRecord extends PlacedRecord {
  readonly by: OpenedBy
}

/** Shows a table of records with the menus of its cells and columns, and one record open beside it. */
export function RecordBrowser({
  state: { table, commands, report, selected },
  opened,
  onOpened,
  onSort,
  onFilter,
  onSearchIn,
  columnActions,
  children,
  ...grid
}: Pick<ComponentProps<typeof RecordGrid>, 'summary' | 'columns' | 'query' | 'keptView' | 'label' | 'onNearEnd'> & {
  readonly onSort: TableActions['onSort']
  readonly state: TableState
  readonly opened: OpenRecord | undefined
  readonly onOpened: (record: OpenRecord | undefined) => void
  readonly onFilter: (filter: ColumnFilter) => void
  /** Opens another list of the profile with a filter line; undefined for differences. */
  readonly onSearchIn?: CellCommands['searchIn']
  /** What the column menu can open next to the table. */
  readonly columnActions?: Pick<ComponentProps<typeof ColumnMenu>, 'onFilter' | 'onColumns' | 'onValues'>
  /** Shown in place of the rows if the query has none. */
  readonly children?: ReactNode
}): ReactElement {
  const { columns, query } = grid
  const { datasetId } = grid.summary
  const [cellMenu, setCellMenu] = useState<OpenCellMenu>()
  const [columnMenu, setColumnMenu] = useState<OpenColumnMenu>()
  const steps = useRowSteps(opened, query, (moved) =>
    onOpened({ ...moved, by: opened?.by === 'keyboard' ? 'keyboard' : 'pointer' }),
  )
  const visible = columns.arranged.filter(({ isHidden }) => !isHidden)
  const wantedMenu = useRef<OpenCellMenu>(undefined)
  async function openCellMenu(open: OpenCellMenu): Promise<void> {
    wantedMenu.current = open
    // Meanwhile another cell's menu may have been opened, or another dataset shown.
    const isWanted = (): boolean => wantedMenu.current === open
    try {
      const record = await inFull(datasetId, open.record, open.column)
      if (isWanted()) setCellMenu({ ...open, record })
    } catch (error) {
      if (isWanted()) showError('Couldn’t read the cell', error)
    }
  }
  useEffect(
    () => () => {
      wantedMenu.current = undefined
    },
    [datasetId],
  )
  function commandsFor({ column, record, rowIndex }: OpenCellMenu): CellCommands {
    const { path } = column
    const { position } = record
    return {
      filter: onFilter,
      searchIn: onSearchIn,
      copyCell: () => copy(() => copiedCell(record, column)),
      copyRow: (as) =>
        copy(async () =>
          as === 'json'
            ? (await call('lists.record', { datasetId, position })).text
            : rowCsv(await wholeRecord(datasetId, position, visible), visible),
        ),
      open: () => onOpened({ datasetId, rowIndex, position, by: 'keyboard' }),
      toggleSelection: () => table.current?.toggleRow(position),
      sort: (direction) => commands.sort(path, direction),
      hideColumn: visible.length > 1 ? () => columns.set([path], { hidden: true }) : undefined,
    }
  }
  const onColumnMenu = useCallback(
    (open: Omit<OpenColumnMenu, 'giveBackFocus'>) =>
      // By then another dataset may have replaced the one whose header it was.
      setColumnMenu({ ...open, giveBackFocus: () => table.current?.focusHeader(open.path) }),
    [table],
  )
  return (
    <>
      <RecordGrid
        key={datasetId}
        ref={table}
        {...grid}
        report={report}
        opened={opened}
        actions={{
          onSort,
          onOpen: (rowIndex, position, by) => onOpened({ datasetId, rowIndex, position, by }),
          onColumnMenu,
          onCopy: (record, column) => copy(async () => copiedCell(await inFull(datasetId, record, column), column)),
          onCellMenu: (open) => void openCellMenu(open),
        }}
      >
        {children}
      </RecordGrid>
      {opened !== undefined && (
        <RecordDetail
          datasetId={opened.datasetId}
          position={opened.position}
          takesFocus={opened.by === 'keyboard'}
          isInView={steps.canMove}
          onMove={steps.move}
          onClose={() => {
            onOpened(undefined)
            table.current?.focusCell()
          }}
        />
      )}
      {columnMenu !== undefined && (
        <ColumnMenu
          open={columnMenu}
          columns={columns}
          table={commands}
          onClose={() => setColumnMenu(undefined)}
          {...columnActions}
        />
      )}
      {cellMenu !== undefined && (
        <CellMenu
          open={cellMenu}
          list={grid.summary.list}
          isSelected={selected.includes(cellMenu.record.position)}
          commands={commandsFor(cellMenu)}
          onClose={() => {
            setCellMenu(undefined)
            table.current?.focusCell(cellMenu.column.path)
          }}
        />
      )}
    </>
  )
}

/** Copies a text once it is there, and says that it was copied, or why not. */
function copy(read: () => string | Promise<string>): void {
  Promise.resolve()
    .then(read)
    .then((text) => copyText(text), showNotCopied)
}

type DatasetId = DatasetSummary['datasetId']

/** Returns a record with its values of some columns in full: those of the table are cut. */
async function wholeRecord(
  datasetId: DatasetId,
  position: number,
  columns: readonly ArrangedColumn[],
): Promise<RecordRow> {
  const paths = requestedPaths(
    columns,
    columns.map(({ path }) => path),
  )
  const row = await call('lists.wholeRow', { datasetId, position, paths })
  return { ...row, places: new Map(paths.map((path, index) => [path, index])) }
}

/** Returns a record of the table with its values of a column in full; the record itself if none of them is cut. */
async function inFull(datasetId: DatasetId, record: RecordRow, column: ArrangedColumn): Promise<RecordRow> {
  const isCut = requestedPaths([column], [column.path]).some((path) => cellOf(record, path)?.cut === true)
  return isCut ? wholeRecord(datasetId, record.position, [column]) : record
}
