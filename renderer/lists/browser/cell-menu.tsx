import { Menu } from '@mantine/core'
import {
  IconBraces,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconLayoutSidebarRight,
  IconListCheck,
  IconListSearch,
  IconSortAscending,
  IconSortDescending,
  IconTable,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { maxFilterTextLength, type ColumnFilter } from '#shared/lists/list-filter.ts'
import { listNames, listTitles, type ListName } from '#shared/profiles/list-name.ts'
import { MenuItem } from '../../ui/controls/buttons.tsx'
import { AnchoredMenu } from '../columns/anchored-menu.tsx'
import { cellFilters, cellSearchLine } from '../filter/cell-filters.ts'
import type { OpenCellMenu } from '../grid/grid-request.ts'
import { shownCell } from '../grid/shown-cell.ts'

export interface CellCommands {
  readonly filter: (filter: ColumnFilter) => void
  /** Opens another list with a filter line; undefined if the records are of no list. */
  readonly searchIn: ((list: ListName, line: string) => void) | undefined
  readonly copyCell: () => void
  readonly copyRow: (format: 'json' | 'csv') => void
  readonly open: () => void
  readonly toggleSelection: () => void
  readonly sort: (direction: 'asc' | 'desc') => void
  /** Undefined if it is the only column. */
  readonly hideColumn: (() => void) | undefined
}

interface CellMenuProps {
  /** Its record has the cell's value in full. */
  readonly open: OpenCellMenu
  readonly list: ListName
  readonly isSelected: boolean
  readonly commands: CellCommands
  readonly onClose: () => void
}

/** Filters by a cell’s value, searches other lists for it, and acts on its row and column. */
export function CellMenu({ open, list, isSelected, commands, onClose }: CellMenuProps): ReactElement {
  const { record, column, left, top } = open
  const { searchIn } = commands
  const { path, cell = null } = shownCell(record, column)
  const filters = cellFilters(path, cell)
  const searchLine = cellSearchLine(cell)
  return (
    <AnchoredMenu label="Cell" left={left} top={top} width={280} returnFocus onClose={onClose}>
      {filters.length === 0 && (
        <MenuItem icon={IconFilter} disabled>
          Too long to filter by (limit: {maxFilterTextLength.toLocaleString()} characters)
        </MenuItem>
      )}
      {filters.map(({ label, filter }) => (
        <MenuItem
          key={label}
          icon={filter.excludes ? IconFilterOff : IconFilter}
          onClick={() => commands.filter(filter)}
        >
          {label}
        </MenuItem>
      ))}
      {searchIn !== undefined &&
        searchLine !== undefined &&
        listNames
          .filter((other) => other !== list)
          .map((other) => (
            <MenuItem key={other} icon={IconListSearch} onClick={() => searchIn(other, searchLine)}>
              Search in {listTitles[other].toLowerCase()}
            </MenuItem>
          ))}
      <Menu.Divider />
      <MenuItem icon={IconCopy} onClick={commands.copyCell}>
        Copy cell
      </MenuItem>
      <MenuItem icon={IconBraces} onClick={() => commands.copyRow('json')}>
        Copy row as JSON
      </MenuItem>
      <MenuItem icon={IconTable} onClick={() => commands.copyRow('csv')}>
        Copy row as CSV
      </MenuItem>
      <Menu.Divider />
      <MenuItem icon={IconLayoutSidebarRight} onClick={commands.open}>
        Open record
      </MenuItem>
      <MenuItem icon={IconListCheck} onClick={commands.toggleSelection}>
        {isSelected ? 'Deselect row' : 'Select row'}
      </MenuItem>
      <Menu.Divider />
      <MenuItem icon={IconSortAscending} onClick={() => commands.sort('asc')}>
        Sort ascending
      </MenuItem>
      <MenuItem icon={IconSortDescending} onClick={() => commands.sort('desc')}>
        Sort descending
      </MenuItem>
      <MenuItem icon={IconEyeOff} disabled={commands.hideColumn === undefined} onClick={commands.hideColumn}>
        Hide column
      </MenuItem>
    </AnchoredMenu>
  )
}
