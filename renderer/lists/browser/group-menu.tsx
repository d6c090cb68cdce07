import { Menu } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconFilter, IconFoldDown, IconFoldUp } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { MenuItem } from '../../ui/controls/buttons.tsx'
import { AnchoredMenu } from '../columns/anchored-menu.tsx'
import { groupFilters } from '../filter/value-filters.ts'
import type { OpenGroupMenu } from '../grid/grid-request.ts'
import { sumText } from '../grid/group-row.ts'
import { shownTitle, type ArrangedColumn } from '../model/column-layout.ts'
import type { GroupOrder } from '../model/list-query.ts'

/** Opens, closes and filters by a group, and lists its sums in full. */
export function GroupMenu({
  open: { table, group, sums, left, top, toggle, openAll },
  groups,
  columns,
  onFilter,
  onClose,
}: {
  readonly open: OpenGroupMenu
  readonly groups: GroupOrder
  readonly columns: readonly ArrangedColumn[]
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
  readonly onClose: () => void
}): ReactElement {
  // The group and the one around it.
  const outer = table.groups.slice(0, group.index).findLast(({ level }) => level < group.level)
  const parts = [...(outer === undefined ? [] : [outer]), ...table.groups.slice(group.index, group.index + 1)]
  const filters = parts.map(({ level, group: value }) =>
    groupFilters(groups[level - 1]?.path ?? '', value, [], table.levels[level - 1]?.hasLists === true),
  )
  return (
    <AnchoredMenu label="Group" left={left} top={top} width={280} returnFocus onClose={onClose}>
      {(sums?.columns ?? []).map(({ path }, place) => {
        const amounts = sums?.table.groups[group.index]?.sums[place] ?? []
        return (
          amounts.length > 0 && (
            <Menu.Label key={path}>
              Sum of {shownTitle(path, columns)}
              {amounts.map((amount) => (
                <div key={amount.currency}>{sumText(amount)}</div>
              ))}
            </Menu.Label>
          )
        )
      })}
      <MenuItem icon={group.isOpen ? IconChevronDown : IconChevronRight} onClick={toggle}>
        {group.isOpen ? 'Collapse group' : 'Expand group'}
      </MenuItem>
      <MenuItem
        icon={IconFilter}
        disabled={filters.some((each) => each.length === 0)}
        onClick={() => onFilter(filters.flat())}
      >
        Filter to this group
      </MenuItem>
      <Menu.Divider />
      <MenuItem icon={IconFoldDown} onClick={() => openAll(true)}>
        Expand all
      </MenuItem>
      <MenuItem icon={IconFoldUp} onClick={() => openAll(false)}>
        Collapse all
      </MenuItem>
    </AnchoredMenu>
  )
}
