import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId, useLayoutEffect, type CSSProperties, type KeyboardEvent, type ReactElement } from 'react'
import { narrowestColumn, widestColumn } from '#shared/lists/list-columns.ts'
import type { SortOrder } from '../../model/sort-order.ts'
import { isMenuKey } from '../cell-steps.ts'
import type { ColumnPlaces, PlacedColumn } from '../column-places.ts'
import { pinClasses } from '../pin-classes.ts'
import type { ColumnDrag } from './column-drag.ts'
import { ColumnEdge } from './column-edge.tsx'
import { orderAfterStep } from './column-order.ts'
import classes from '../record-table.module.css'

const widthStep = 10

export interface HeaderCommands {
  /** @param keepsOthers whether other columns stay in the sort */
  readonly sort: (path: string, keepsOthers: boolean) => void
  readonly order: (paths: readonly string[]) => void
  /** @param isDone whether the width is final */
  readonly setWidth: (path: string, width: number, isDone: boolean) => void
  readonly fitWidth: (path: string) => void
  readonly openMenu: (path: string, beside: Element) => void
  readonly goTo: (path: string) => void
  readonly goDown: (path: string) => void
  readonly takeFocus: (path: string) => void
  readonly leaveFocus: () => void
  /** Restores the focus of a column's header if it was lost. */
  readonly restoreFocus: (path: string) => void
}

/** The table's header: the visible columns, to sort, move, resize and open their menus. */
export function TableHeader({
  places,
  inSight,
  sort,
  current: lastCurrent,
  hasTabStop,
  drag,
  commands,
}: {
  readonly places: ColumnPlaces
  readonly inSight: readonly PlacedColumn[]
  readonly sort: SortOrder
  /** The column whose header has the focus, or had it last. */
  readonly current: string | undefined
  /** Whether Tab reaches the header, not a cell. */
  readonly hasTabStop: boolean
  readonly drag: ColumnDrag
  readonly commands: HeaderCommands
}): ReactElement {
  const hintId = useId()
  // If that column is gone, the first one replaces it.
  const isGone = lastCurrent !== undefined && !places.byPath.has(lastCurrent)
  const current = isGone ? places.all[0]?.column.path : lastCurrent
  // A column that was pinned or moved is drawn again, and its old header loses the focus.
  useLayoutEffect(() => {
    if (current !== undefined) commands.restoreFocus(current)
  })
  // The focused one is always drawn.
  const currentPlaced = current === undefined ? undefined : places.byPath.get(current)
  const shown = inSight.map(({ column }) => places.byPath.get(column.path)).filter((placed) => placed !== undefined)
  if (currentPlaced !== undefined && !shown.includes(currentPlaced)) shown.push(currentPlaced)
  const stop = hasTabStop ? (current ?? shown[0]?.column.path) : undefined

  function press(event: KeyboardEvent, { column, index }: PlacedColumn): void {
    const { path, width, pinned } = column
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    const isFar = ctrlKey || metaKey
    const by = key === 'ArrowLeft' ? -1 : 1
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight': {
        if (altKey) {
          const wider = (pinned === 'right' ? -by : by) * widthStep
          commands.setWidth(path, Math.max(narrowestColumn, Math.min(widestColumn, width + wider)), true)
        } else if (shiftKey) {
          const order = orderAfterStep(places, path, by)
          if (order !== undefined) commands.order(order)
        } else {
          const next = isFar ? (by < 0 ? places.all[0] : places.all.at(-1)) : places.all[index + by]
          if (next !== undefined) commands.goTo(next.column.path)
        }
        break
      }
      case 'Home':
      case 'End': {
        const end = key === 'Home' ? places.all[0] : places.all.at(-1)
        if (end !== undefined) commands.goTo(end.column.path)
        break
      }
      case 'ArrowDown':
        if (altKey) openMenu()
        else commands.goDown(path)
        break
      case 'Enter':
      case ' ':
        commands.sort(path, shiftKey)
        break
      default:
        if (!isMenuKey(event)) return
        openMenu()
    }
    event.preventDefault()

    function openMenu(): void {
      // Next to a header outside the view, the menu would be outside, too.
      commands.goTo(path)
      commands.openMenu(path, event.currentTarget)
    }
  }

  return (
    <div role="rowgroup" className={classes['header']}>
      {/* Before the first records come there is no column, and a row without cells is no row. */}
      <div {...(shown.length > 0 && { role: 'row', 'aria-rowindex': 1 })} className={classes['headerRow']}>
        <div aria-hidden className={`${classes['headerCell'] ?? ''} ${classes['corner'] ?? ''}`} />
        {shown.map((placed) => {
          const { column, index, side } = placed
          const { path, title, type } = column
          const sorted = sort.findIndex((each) => each.path === path)
          const direction = sort[sorted]?.direction
          return (
            <div
              key={path}
              role="columnheader"
              data-path={path}
              aria-colindex={index + 1}
              aria-sort={direction ?? 'none'}
              aria-describedby={hintId}
              tabIndex={path === stop ? 0 : -1}
              className={[
                classes['headerCell'],
                pinClasses(placed),
                type === 'number' ? classes['numberHeader'] : '',
                drag.dragged?.path === path ? classes['dragged'] : '',
              ].join(' ')}
              style={headerPlace(placed, places)}
              onFocus={() => commands.takeFocus(path)}
              onBlur={({ relatedTarget }) => {
                // If the element itself was removed, nothing else takes the focus.
                if (relatedTarget !== null) commands.leaveFocus()
              }}
              onKeyDown={(event) => press(event, placed)}
              onClick={({ shiftKey }) => {
                if (!drag.wasDrag()) commands.sort(path, shiftKey)
              }}
              onContextMenu={(event) => {
                event.preventDefault()
                commands.openMenu(path, event.currentTarget)
              }}
              onPointerDown={(event) => drag.press(event, path)}
              onPointerMove={drag.move}
              onPointerUp={drag.release}
              onPointerCancel={drag.cancel}
            >
              <span className={classes['name']}>{title}</span>
              {direction !== undefined && (
                <span
                  aria-hidden
                  className={classes['sortSign']}
                  {...(sort.length > 1 ? { 'data-order': sorted + 1 } : {})}
                >
                  {direction === 'ascending' ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />}
                </span>
              )}
              <span
                aria-hidden
                data-column-menu
                title="Column menu (Alt+↓)"
                className={classes['menuSign']}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={(event) => {
                  // The header around it would sort.
                  event.stopPropagation()
                  commands.openMenu(path, event.currentTarget)
                }}
              />
              <ColumnEdge
                width={column.width}
                isRight={side === 'right'}
                onWidth={(width, isDone) => commands.setWidth(path, width, isDone)}
                onFit={() => commands.fitWidth(path)}
              />
            </div>
          )
        })}
      </div>
      <VisuallyHidden id={hintId}>
        Enter: sort. Alt+down arrow: column menu. Shift+left or right arrow: move. Alt+left or right arrow: resize.
      </VisuallyHidden>
    </div>
  )
}

function headerPlace({ side, left, width }: PlacedColumn, places: ColumnPlaces): CSSProperties {
  switch (side) {
    case 'left':
      return { left, width }
    case 'right':
      return { right: places.width.right - left - width, width }
    case 'free':
      return { left: `calc(${places.width.left + left}px - var(--scroll-left))`, width }
  }
}
