import { Anchor, Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { count } from '../../ui/text/count.ts'
import { maxColumns } from '../model/column-layout.ts'

/** The commands for rows, at the end of the line below the table. */
export function RowActions({
  shown,
  hidden,
  onColumns,
  selected,
  onClear,
  onGoToRow,
}: {
  /** Number of columns that are not hidden; the table may have fewer. */
  readonly shown: number
  /** Number of columns that are hidden because they are empty or constant. */
  readonly hidden: number
  readonly onColumns: () => void
  readonly selected: number
  readonly onClear: () => void
  readonly onGoToRow: () => void
}): ReactElement {
  return (
    <Group gap="sm" ml="auto">
      {shown > maxColumns && (
        <Anchor component="button" type="button" inherit onClick={onColumns}>
          First {maxColumns} of {shown.toLocaleString()} columns shown
        </Anchor>
      )}
      {hidden > 0 && (
        <Anchor component="button" type="button" inherit onClick={onColumns}>
          {count(hidden, 'column')} hidden
        </Anchor>
      )}
      {/* A single selected row is the one the person is looking at. */}
      {selected > 1 && (
        // A place of its own for the focus: after Clear, the table gets it back and not the next command.
        <Group gap="sm" data-focus-scope>
          <span role="status">{selected.toLocaleString()} rows selected</span>
          <Anchor component="button" type="button" inherit onClick={onClear}>
            Clear
          </Anchor>
        </Group>
      )}
      <span data-next-action>
        <Anchor component="button" type="button" inherit onClick={onGoToRow}>
          Go to row…
        </Anchor>
      </span>
    </Group>
  )
}
