import { Menu } from '@mantine/core'
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowsHorizontal,
  IconArrowsSort,
  IconChartBar,
  IconChartDots3,
  IconChevronLeft,
  IconChevronRight,
  IconColumns,
  IconEyeOff,
  IconFilter,
  IconPencil,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
  IconStack2,
  IconStackPush,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, type ReactElement } from 'react'
import { columnFormats } from '#shared/lists/list-columns.ts'
import { MenuItem } from '../../ui/controls/buttons.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { formatsOf, formatTitles } from '../model/cell-format.ts'
import { keptSide, plainTitle, type ArrangedColumn } from '../model/column-layout.ts'
import { canGroupWithin, firstGrouping, type GroupOrder } from '../model/list-query.ts'
import { AnchoredMenu } from './anchored-menu.tsx'
import { RenameColumn } from './rename-column.tsx'
import type { ArrangedColumns } from './use-list-columns.ts'
import classes from './column-menu.module.css'

export interface OpenColumnMenu {
  readonly path: string
  /** Place in the window, pixels. */
  readonly left: number
  readonly top: number
  readonly giveBackFocus: () => void
}

/** What the table itself can do with a column. */
export interface TableColumnCommands {
  /** Undefined: removes the column from the sort. */
  readonly sort: (path: string, direction: 'asc' | 'desc' | undefined) => void
  readonly fitWidth: (path: string) => void
  readonly isSorted: (path: string) => boolean
}

export function ColumnMenu({
  open,
  columns,
  table,
  onClose,
  onFilter,
  grouping,
  onColumns,
  onValues,
  onChart,
}: {
  readonly open: OpenColumnMenu
  readonly columns: ArrangedColumns
  /** Undefined: no table is shown. */
  readonly table: TableColumnCommands | undefined
  readonly onClose: () => void
  /** Begins a filter of the column in the filter line, which takes the focus; undefined if there is none. */
  readonly onFilter?: ((path: string) => void) | undefined
  /** What the table is grouped by, and the command to change it; undefined if it can't be grouped. */
  readonly grouping?: { readonly groups: GroupOrder; readonly setGroups: (groups: GroupOrder) => void } | undefined
  /** Opens the panel with all columns; undefined inside that panel. */
  readonly onColumns?: (() => void) | undefined
  /** Shows the column's statistics; undefined if there is no room for them. */
  readonly onValues?: ((path: string) => void) | undefined
  /** Shows a chart by the column's values; undefined where there are no charts. */
  readonly onChart?: ((path: string) => void) | undefined
}): ReactElement | null {
  const { path, left, top, giveBackFocus } = open
  const { arranged, set, place } = columns
  const index = arranged.findIndex((candidate) => candidate.path === path)
  const column = arranged[index]
  const isGone = column === undefined
  const leave = useEffectEvent(close)
  useEffect(() => {
    // The dataset was replaced by one without this column.
    if (isGone) leave()
  }, [isGone])
  if (isGone) return null
  const { title, isRenamed, isHidden, pinned, format, type } = column
  const side = keptSide(column)
  const shown = arranged.filter((each) => !each.isHidden || each.path === path)
  const shownIndex = shown.indexOf(column)
  const neighbour = (by: -1 | 1): number => {
    const other = shown[shownIndex + by]
    return other === undefined || keptSide(other) !== side ? index : arranged.indexOf(other)
  }
  function close(): void {
    onClose()
    // What an item opened takes the focus from there.
    giveBackFocus()
  }
  function rename(): void {
    openDialog(
      'Rename column',
      (close) => (
        <RenameColumn
          path={path}
          title={isRenamed ? title : undefined}
          paths={arranged.map((each) => plainTitle(each.path))}
          onRename={(chosen) => {
            set([path], { title: chosen })
            close()
          }}
        />
      ),
      { onClose: giveBackFocus },
    )
  }

  return (
    <AnchoredMenu label={`Column ${title}`} left={left} top={top} width={248} onClose={close}>
      <Menu.Label className={classes['title'] ?? ''}>
        {title}
        {isRenamed && <span className={classes['path']}>{plainTitle(path)}</span>}
      </Menu.Label>
      {table !== undefined && (
        <>
          <MenuItem icon={IconSortAscending} onClick={() => table.sort(path, 'asc')}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={IconSortDescending} onClick={() => table.sort(path, 'desc')}>
            Sort descending
          </MenuItem>
          <MenuItem icon={IconArrowsSort} disabled={!table.isSorted(path)} onClick={() => table.sort(path, undefined)}>
            Clear sort
          </MenuItem>
        </>
      )}
      {onFilter !== undefined && (
        <MenuItem
          icon={IconFilter}
          closeMenuOnClick={false}
          onClick={() => {
            onClose()
            onFilter(path)
          }}
        >
          Filter…
        </MenuItem>
      )}
      {grouping !== undefined && <GroupItems column={column} {...grouping} />}
      {onValues !== undefined && (
        <MenuItem icon={IconChartDots3} onClick={() => onValues(path)}>
          Column statistics
        </MenuItem>
      )}
      {onChart !== undefined && (
        <MenuItem icon={IconChartBar} onClick={() => onChart(path)}>
          Chart by value
        </MenuItem>
      )}
      {(table !== undefined || onValues !== undefined) && <Menu.Divider />}
      {side !== 'left' && (
        <MenuItem icon={IconArrowBarToLeft} onClick={() => set([path], { pinned: 'left' })}>
          Pin left
        </MenuItem>
      )}
      {pinned !== 'right' && (
        <MenuItem icon={IconArrowBarToRight} onClick={() => set([path], { pinned: 'right' })}>
          Pin right
        </MenuItem>
      )}
      {pinned !== undefined && (
        <MenuItem icon={IconPinnedOff} onClick={() => set([path], { pinned: 'none' })}>
          Unpin
        </MenuItem>
      )}
      <MenuItem icon={IconChevronLeft} onClick={() => place(path, neighbour(-1))}>
        Move left
      </MenuItem>
      <MenuItem icon={IconChevronRight} onClick={() => place(path, neighbour(1))}>
        Move right
      </MenuItem>
      {!isHidden && table !== undefined && (
        <MenuItem icon={IconArrowsHorizontal} onClick={() => table.fitWidth(path)}>
          Autosize
        </MenuItem>
      )}
      <Menu.Divider />
      <MenuItem icon={IconPencil} onClick={rename}>
        Rename…
      </MenuItem>
      <MenuItem
        icon={IconEyeOff}
        disabled={!isHidden && shown.length === 1}
        onClick={() => set([path], { hidden: !isHidden })}
      >
        {isHidden ? 'Show' : 'Hide'}
      </MenuItem>
      {onColumns !== undefined && (
        <MenuItem icon={IconColumns} onClick={onColumns}>
          All columns…
        </MenuItem>
      )}
      <Menu.Divider />
      <Menu.Label>Format</Menu.Label>
      <Menu.RadioGroup
        value={format}
        onChange={(value) => {
          set([path], { format: columnFormats.find((each) => each === value) })
          close()
        }}
      >
        {formatsOf(type).map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {formatTitles[each]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </AnchoredMenu>
  )
}

interface GroupItemsProps {
  readonly column: ArrangedColumn
  readonly groups: GroupOrder
  readonly setGroups: (groups: GroupOrder) => void
}

/** Groups the table by a column, within its groups or in their place. */
function GroupItems({ column, groups, setGroups }: GroupItemsProps): ReactElement {
  const isGrouped = groups.some(({ path }) => path === column.path)
  if (isGrouped)
    return (
      <MenuItem icon={IconStack2} onClick={() => setGroups(groups.filter(({ path }) => path !== column.path))}>
        Remove from groups
      </MenuItem>
    )
  return (
    <>
      <MenuItem icon={IconStack2} onClick={() => setGroups([firstGrouping(column)])}>
        Group by this column
      </MenuItem>
      {canGroupWithin(groups, column.path) && (
        <MenuItem icon={IconStackPush} onClick={() => setGroups([...groups, firstGrouping(column)])}>
          Then by this column
        </MenuItem>
      )}
    </>
  )
}
