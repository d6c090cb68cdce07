import { type ComponentProps, type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { identifierCandidates } from '#shared/lists/identifier-candidates.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { copyText, showNotCopied } from '../../ui/text/copy-button.tsx'
import { ColumnMenu, type OpenColumnMenu } from '../columns/column-menu.tsx'
import { copySelection, wholeRecord } from '../copy/copy-selection.tsx'
import { rowCsv } from '../copy/row-csv.ts'
import type { OpenCellMenu, OpenGroupMenu } from '../grid/grid-request.ts'
import { cellOf, type RecordRow } from '../grid/record-columns.ts'
import { RecordGrid } from '../grid/record-grid.tsx'
import { requestedPaths } from '../grid/requested-columns.ts'
import { copiedCell } from '../grid/shown-cell.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { type CellCommands, CellMenu } from './cell-menu.tsx'
import { GroupMenu } from './group-menu.tsx'
import { RecordDetail } from './record-detail.tsx'
import type { ListView } from './use-list-view.ts'
import { useRowSteps } from './use-row-steps.ts'

/** Shows a table of records with the menus of its cells and columns, and one record open beside it. */
export function RecordBrowser({
  summary,
  view: { query: control, table, panels },
  label,
  onNearEnd,
  onSearchIn,
  columnActions,
  isPart = false,
  onExport,
  children,
}: Pick<ComponentProps<typeof RecordGrid>, 'summary' | 'label' | 'onNearEnd'> & {
  readonly view: ListView
  /** Opens another list of the profile with a filter line; undefined for differences. */
  readonly onSearchIn?: CellCommands['searchIn']
  /** What the column menu can open next to the table or in its place. */
  readonly columnActions?: Pick<ComponentProps<typeof ColumnMenu>, 'onColumns' | 'onValues' | 'onChart'>
  /** Whether more records may belong to the groups. */
  readonly isPart?: boolean
  /** Opens the export: offered for more than can be copied. */
  readonly onExport: () => void
  /** Shown in place of the rows if the query has none. */
  readonly children?: ReactNode
}): ReactElement {
  const { query, groups, setGroups, setSort, addFilters, beginFilter } = control
  const { grid, columns, memory, commands, report, selected, sums } = table
  const { record: opened, openRecord: onOpened } = panels
  const { datasetId } = summary
  const [cellMenu, setCellMenu] = useState<OpenCellMenu>()
  const [groupMenu, setGroupMenu] = useState<OpenGroupMenu>()
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
      filter: (filter) => addFilters([filter]),
      searchIn: onSearchIn,
      copyCell: () => copy(() => copiedCell(record, column)),
      copyRow: (as) =>
        copy(async () =>
          as === 'json'
            ? (await call('lists.record', { datasetId, position })).text
            : rowCsv(await wholeRecord(datasetId, position, visible), visible),
        ),
      open: () => onOpened({ datasetId, rowIndex, position, by: 'keyboard' }),
      toggleSelection: () => grid.current?.toggleRow(position),
      sort: (direction) => commands.sort(path, direction),
      hideColumn: visible.length > 1 ? () => columns.set([path], { hidden: true }) : undefined,
    }
  }
  const onColumnMenu = useCallback(
    (open: Omit<OpenColumnMenu, 'giveBackFocus'>) =>
      // By then another dataset may have replaced the one whose header it was.
      setColumnMenu({ ...open, giveBackFocus: () => grid.current?.focusHeader(open.path) }),
    [grid],
  )
  return (
    <>
      <RecordGrid
        key={datasetId}
        ref={grid}
        summary={summary}
        columns={columns}
        query={query}
        keptView={memory}
        label={label}
        onNearEnd={onNearEnd}
        report={report}
        sums={sums}
        isPart={isPart}
        opened={opened}
        actions={{
          onSort: setSort,
          onOpen: (rowIndex, position, by) => onOpened({ datasetId, rowIndex, position, by }),
          onColumnMenu,
          onCopy: (record, column) => copy(async () => copiedCell(await inFull(datasetId, record, column), column)),
          onCopySelection: (selection) =>
            void copySelection(selection, { datasetId, query, columns: visible, onExport }),
          onCellMenu: (open) => void openCellMenu(open),
          onGroupMenu: setGroupMenu,
        }}
      >
        {children}
      </RecordGrid>
      {opened !== undefined && (
        <RecordDetail
          datasetId={opened.datasetId}
          position={opened.position}
          idPath={identifierCandidates(summary.list, summary, summary)[0]?.path}
          takesFocus={opened.by === 'keyboard'}
          isInView={steps.canMove}
          onMove={steps.move}
          onClose={() => {
            onOpened(undefined)
            grid.current?.focusCell()
          }}
        />
      )}
      {columnMenu !== undefined && (
        <ColumnMenu
          open={columnMenu}
          columns={columns}
          table={commands}
          onClose={() => setColumnMenu(undefined)}
          onFilter={beginFilter}
          grouping={columnActions && { groups, setGroups }}
          {...columnActions}
        />
      )}
      {groupMenu !== undefined && (
        <GroupMenu
          open={groupMenu}
          groups={groups}
          columns={columns.arranged}
          onFilter={addFilters}
          onClose={() => {
            setGroupMenu(undefined)
            grid.current?.focusCell()
          }}
        />
      )}
      {cellMenu !== undefined && (
        <CellMenu
          open={cellMenu}
          list={summary.list}
          isSelected={selected.includes(cellMenu.record.position)}
          commands={commandsFor(cellMenu)}
          onClose={() => {
            setCellMenu(undefined)
            grid.current?.focusCell(cellMenu.column.path)
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

/** Returns a record of the table with its values of a column in full; the record itself if none of them is cut. */
async function inFull(datasetId: DatasetId, record: RecordRow, column: ArrangedColumn): Promise<RecordRow> {
  const isCut = requestedPaths([column], [column.path]).some((path) => cellOf(record, path)?.cut === true)
  return isCut ? wholeRecord(datasetId, record.position, [column]) : record
}
