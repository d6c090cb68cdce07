import type { ReactElement } from 'react'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import type { StoredColumns } from '../columns/use-list-columns.ts'
import { FilterChips } from '../filter/filter-chips.tsx'
import type { FilterLineControl } from '../filter/use-filter-line.ts'
import classes from './lists-page.module.css'

/** Shows the active filters and notices about the columns above the table. */
export function ListNotices({
  line,
  columns,
}: {
  readonly line: FilterLineControl
  readonly columns: StoredColumns
}): ReactElement {
  return (
    <>
      <FilterChips filters={line.filters} columns={columns.arranged} onChange={line.changeFilters} />
      {columns.fault !== null && (
        <div className={classes['failure']}>
          <ErrorPanel error={columns.fault} about="Couldn’t load your column layout." onRetry={columns.tryAgain} />
        </div>
      )}
      {columns.dataChange !== undefined && (
        <ColumnChangeNotice change={columns.dataChange} onDismiss={columns.dismissDataChange} />
      )}
    </>
  )
}
