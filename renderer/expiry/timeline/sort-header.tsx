import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { TimelineColumn, TimelineSort } from './timeline-filter.ts'
import classes from './timeline-table.module.css'

/** Renders a column's header. Each click sorts by it: ascending, descending, by profile again. */
export function SortHeader({
  column,
  sort,
  onSort,
  children,
}: {
  readonly column: TimelineColumn
  readonly sort: TimelineSort | undefined
  readonly onSort: (sort: TimelineSort | undefined) => void
  readonly children: ReactNode
}): ReactElement {
  const own = sort?.column === column ? sort : undefined
  const Arrow = own?.isDescending === true ? IconArrowDown : IconArrowUp
  return (
    <Table.Th aria-sort={own === undefined ? 'none' : own.isDescending ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        onClick={() =>
          onSort(
            own === undefined
              ? { column, isDescending: false }
              : own.isDescending
                ? undefined
                : { column, isDescending: true },
          )
        }
      >
        {children}
        {own !== undefined && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}
