import { Anchor, Group } from '@mantine/core'
import type { ReactElement } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { count } from '../../ui/text/count.ts'
import { maxRange } from '../grid/selection/row-selection.ts'
import { maxColumns } from '../model/column-layout.ts'
import { selectionSize } from '../model/selection-messages.ts'
import { GoToRow } from './go-to-row.tsx'
import { QueryProgress } from './query-progress.tsx'
import type { ListView } from './use-list-view.ts'
import { useSelectionSummary } from './use-selection-summary.ts'

interface RowActionsProps {
  readonly summary: DatasetSummary
  readonly view: ListView
  /** Opens the panel of all columns; undefined if there is none. */
  readonly onColumns?: () => void
}

/** The progress of a query and the commands for rows, in the line below the table. */
export function RowActions({ summary, view, onColumns }: RowActionsProps): ReactElement {
  const { query, table, panels } = view
  const { grid, columns, shown: shownQuery, selected, selection, isBuilding } = table
  const visible = columns.arranged.filter(({ isHidden }) => !isHidden)
  // The table may have fewer.
  const shown = visible.length
  const hidden = columns.arranged.filter(({ isHiddenByDefault }) => isHiddenByDefault).length
  const numbers = useSelectionSummary(summary, shownQuery?.query ?? query.query, shownQuery?.covers, selection, visible)
  return (
    <>
      <QueryProgress isBuilding={isBuilding} query={query.query} shown={shownQuery?.query} onCancel={query.goBack} />
      <Group gap="sm" ml="auto">
        {onColumns !== undefined && shown > maxColumns && (
          <Anchor component="button" type="button" inherit onClick={onColumns}>
            First {maxColumns} of {shown.toLocaleString()} columns shown
          </Anchor>
        )}
        {onColumns !== undefined && hidden > 0 && (
          <Anchor component="button" type="button" inherit onClick={onColumns}>
            {count(hidden, 'column')} hidden
          </Anchor>
        )}
        {/* A single row that was not selected on purpose is the one the person is looking at. */}
        {(selection.isChosen || selection.cells !== undefined) && (
          // A place of its own for the focus: after Clear, the table gets it back and not the next command.
          <Group gap="sm" data-focus-scope>
            <span role="status">
              {selectionSize(selection)} selected
              {selected.length === maxRange && ' (limit)'}
            </span>
            {numbers !== undefined && <span>{numbers}</span>}
            <Anchor component="button" type="button" inherit onClick={() => grid.current?.copySelection()}>
              Copy
            </Anchor>
            <Anchor component="button" type="button" inherit onClick={() => grid.current?.clearSelection()}>
              Clear
            </Anchor>
          </Group>
        )}
        <span data-next-action>
          <Anchor component="button" type="button" inherit onClick={() => panels.setDialog('go-to-row')}>
            Go to row…
          </Anchor>
        </span>
      </Group>
      {panels.dialog === 'go-to-row' && <GoToRow summary={summary} view={view} />}
    </>
  )
}
