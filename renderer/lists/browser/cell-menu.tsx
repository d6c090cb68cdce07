import { Menu } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { Cell } from '../../../shared/model/lists/list.ts'
import { cellFilters } from '../filter/cell-filters.ts'
import { useAnchorInWindow } from '../columns/use-anchor-in-window.ts'

/** A cell whose menu is open, and where. */
export interface OpenCellMenu {
  readonly path: string
  readonly cell: Cell | null
  readonly left: number
  readonly top: number
}

/** Filters by a cell’s value. */
export function CellMenu({
  open,
  onFilter,
  onClose,
}: {
  readonly open: OpenCellMenu
  readonly onFilter: (filter: ColumnFilter) => void
  readonly onClose: () => void
}): ReactElement {
  const { path, cell, left, top } = open
  useAnchorInWindow(open, onClose)
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={280}
      returnFocus
      // The key that opens it has not reached the document yet.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left, top, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Cell">
        {cellFilters(path, cell).map(({ label, filter }) => (
          <Menu.Item
            key={label}
            leftSection={filter.excludes ? <IconFilterOff size={15} /> : <IconFilter size={15} />}
            onClick={() => onFilter(filter)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
