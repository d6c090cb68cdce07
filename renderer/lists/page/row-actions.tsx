import { UnstyledButton } from '@mantine/core'
import type { ReactElement } from 'react'
import { count } from '../../ui/text/count.ts'
import classes from './lists-page.module.css'

/** The commands for rows, at the end of the line below the table. */
export function RowActions({
  hidden,
  onColumns,
  selected,
  onClear,
  onGoToRow,
}: {
  /** Number of columns that are hidden because they are empty or constant. */
  readonly hidden: number
  readonly onColumns: () => void
  readonly selected: number
  readonly onClear: () => void
  readonly onGoToRow: () => void
}): ReactElement {
  return (
    <div className={classes['rowActions']}>
      {hidden > 0 && (
        <UnstyledButton className={classes['link']} onClick={onColumns}>
          {count(hidden, 'empty or constant column')} hidden
        </UnstyledButton>
      )}
      {/* A single selected row is the one the person is looking at. */}
      {selected > 1 && (
        <>
          <span role="status">{selected.toLocaleString()} rows selected</span>
          <UnstyledButton className={classes['link']} onClick={onClear}>
            Clear
          </UnstyledButton>
        </>
      )}
      <UnstyledButton className={classes['link']} onClick={onGoToRow}>
        Go to row…
      </UnstyledButton>
    </div>
  )
}
