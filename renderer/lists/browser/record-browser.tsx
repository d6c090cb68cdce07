import { notifications } from '@mantine/notifications'
import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useState } from 'react'
import { ClavisError } from '#shared/errors.ts'
import { guarded, guardedInside, quoted } from '#shared/lists/csv-cell.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Cell } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { copyText } from '../../ui/text/copy-button.tsx'
import { ColumnMenu, type OpenColumnMenu } from '../columns/column-menu.tsx'
import type { OpenCellMenu, OpenedBy, TableActions } from '../grid/grid-controller.ts'
import { cellAt } from '../grid/record-columns.ts'
import { RecordGrid } from '../grid/record-grid.tsx'
import { maxColumns } from '../model/column-layout.ts'
import type { PlacedRecord } from '../model/list-query.ts'
import { type CellCommands, CellMenu } from './cell-menu.tsx'
import { RecordDetail } from './record-detail.tsx'
import { useRowSteps } from './use-row-steps.ts'
import type { TableState } from './use-table-state.ts'

/** Returns a row as two lines of CSV, guarded like an export: the columns' names, and the values as sent. */
export function rowCsv(columns: readonly { readonly title: string }[], cells: readonly (Cell | null)[]): string {
  const names = columns.map(({ title }) => quoted(guarded(title)))
  const values = columns.map((_, index) => csvCell(cells[index] ?? null))
  return [names, values].map((line) => line.join(',')).join('\r\n')
}

function csvCell(cell: Cell | null): string {
  if (cell === null || cell.kind === 'null') return ''
  return quoted(cell.kind === 'text' ? guarded(cell.text) : guardedInside(cell.text))
}

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
  async function copyRow({ position, rowIndex }: OpenCellMenu, format: 'json' | 'csv'): Promise<void> {
    try {
      if (format === 'json') copyText((await call('lists.record', { datasetId, position })).text)
      else {
        const paths = visible.slice(0, maxColumns).map(({ path }) => path)
        const { rows } = await call('lists.rows', { datasetId, query, offset: rowIndex, limit: 1, paths })
        // Rows of a sorted query move while pages load.
        const [row] = rows
        if (row?.position !== position) throw rowMoved()
        copyText(
          rowCsv(
            visible.slice(0, maxColumns),
            paths.map((_, index) => cellAt(row, index)),
          ),
        )
      }
    } catch (error) {
      showError('Couldn’t copy the row', error)
    }
  }
  function commandsFor(menu: OpenCellMenu): CellCommands {
    const { path, rowIndex, position } = menu
    return {
      filter: onFilter,
      searchIn: onSearchIn,
      copyCell: () => copyCell(menu.copied),
      copyRow: (as) => void copyRow(menu, as),
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
          onCopy: copyCell,
          onCellMenu: setCellMenu,
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
          isSelected={selected.includes(cellMenu.position)}
          commands={commandsFor(cellMenu)}
          onClose={() => {
            setCellMenu(undefined)
            table.current?.focusCell(cellMenu.path)
          }}
        />
      )}
    </>
  )
}

function rowMoved(): ClavisError {
  return new ClavisError('cancelled', 'The row has moved, because more records were loaded.', {
    hint: 'Try again.',
  })
}

/** Copies a cell’s text as shown. @param text undefined if the table has only a part of it */
function copyCell(text: string | undefined): void {
  if (text !== undefined) copyText(text)
  else
    notifications.show({
      color: 'yellow',
      title: 'Not copied',
      message: 'This value is cut in the table. Open the record to copy all of it.',
    })
}
