import { Box } from '@mantine/core'
import type { ReactElement } from 'react'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import type { StoredColumns } from '../columns/use-list-columns.ts'
import { FilterChips } from '../filter/filter-chips.tsx'
import type { FilterLineControl } from '../filter/use-filter-line.ts'

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
        <Box mb={14}>
          <ErrorPanel error={columns.fault} about="Couldn’t load your column layout." onRetry={columns.tryAgain} />
        </Box>
      )}
      {columns.dataChange !== undefined && (
        <ColumnChangeNotice change={columns.dataChange} onDismiss={columns.dismissDataChange} />
      )}
    </>
  )
}
