import { useCallback, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import { ColumnMenu, type OpenColumnMenu } from '../columns/column-menu.tsx'
import { RecordDetail } from '../detail/record-detail.tsx'
import { useRowSteps } from '../detail/use-row-steps.ts'
import { RecordGrid, type OpenedBy } from '../grid/record-grid.tsx'
import type { PlacedRecord } from '../model/row-of.ts'
import { CellMenu, type OpenCellMenu } from './cell-menu.tsx'
import { copyCell } from './copy-cell.ts'
import type { TableState } from './use-table-state.ts'

/** A record that is open beside the table. */
export interface OpenRecord extends PlacedRecord {
  readonly by: OpenedBy
}

/** Shows a table of records with the menus of its cells and columns, and one record open beside it. */
export function RecordBrowser({
  state: { table, commands, report },
  opened,
  onOpened,
  onFilter,
  linksIn,
  columnActions,
  children,
  ...grid
}: Pick<
  ComponentProps<typeof RecordGrid>,
  'summary' | 'columns' | 'view' | 'onSort' | 'keptView' | 'label' | 'onNearEnd'
> & {
  readonly state: TableState
  readonly opened: OpenRecord | undefined
  readonly onOpened: (record: OpenRecord | undefined) => void
  readonly onFilter: (filter: ColumnFilter) => void
  readonly linksIn: ComponentProps<typeof RecordDetail>['linksIn']
  /** What the column menu can open next to the table. */
  readonly columnActions?: Pick<ComponentProps<typeof ColumnMenu>, 'onColumns' | 'onValues'>
  /** Shown in place of the rows if the query has none. */
  readonly children?: ReactNode
}): ReactElement {
  const { columns, view } = grid
  const { datasetId } = grid.summary
  const [cellMenu, setCellMenu] = useState<OpenCellMenu>()
  const [columnMenu, setColumnMenu] = useState<OpenColumnMenu>()
  const steps = useRowSteps(opened, view, (moved) =>
    onOpened({ ...moved, by: opened?.by === 'keyboard' ? 'keyboard' : 'pointer' }),
  )
  const onCellMenu = useCallback(
    (path: string, cell: OpenCellMenu['cell'], left: number, top: number) => setCellMenu({ path, cell, left, top }),
    [],
  )
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
        {...report}
        opened={opened}
        onOpen={(rowIndex, position, by) => onOpened({ datasetId, rowIndex, position, by })}
        onColumnMenu={onColumnMenu}
        onCopy={copyCell}
        onCellMenu={onCellMenu}
      >
        {children}
      </RecordGrid>
      {opened !== undefined && (
        <RecordDetail
          linksIn={linksIn}
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
          onFilter={onFilter}
          onClose={() => {
            setCellMenu(undefined)
            table.current?.focusCell(cellMenu.path)
          }}
        />
      )}
    </>
  )
}
