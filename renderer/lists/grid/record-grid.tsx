import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import type { ArrangedColumns } from '../columns/use-list-columns.ts'
import type { GroupOrder } from '../model/list-query.ts'
import { useRowDensity } from '../model/row-density.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import { placeColumns, type ColumnPlaces } from './column-places.ts'
import { withStatusInView } from './fitting-width.ts'
import { GridController } from './grid-controller.ts'
import type { GridState, OpenedRow, RecordTable, TableActions, TableReport } from './grid-request.ts'
import { groupedColumns, ungroupedOrder, type GroupSums } from './group-row.ts'
import { useColumnDrag, type ColumnDrag } from './header/column-drag.ts'
import { TableHeader } from './header/table-header.tsx'
import { useHeaderFocus } from './header/use-header-focus.ts'
import { drawnColumns } from './record-columns.ts'
import { tooltipOf, useTooltip } from './use-tooltip.ts'
import classes from './record-table.module.css'

interface RecordGridProps {
  readonly ref: Ref<RecordTable>
  /** Its dataset stays the same. */
  readonly summary: DatasetSummary
  readonly columns: ArrangedColumns
  readonly query: ListQuery
  /** Keeps the scroll position, the selection and the columns' widths. */
  readonly keptView: ViewMemory
  readonly label: string
  readonly opened: OpenedRow | undefined
  /** The last loaded rows are nearly in view; undefined while no page can be requested. */
  readonly onNearEnd: (() => void) | undefined
  /** The sums of the groups; undefined until they are known, and without groups. */
  readonly sums: GroupSums | undefined
  /** Whether more records may belong to the groups. */
  readonly isPart: boolean
  readonly actions: TableActions
  readonly report: TableReport
  /** Shown in place of the rows if the query has none. */
  readonly children?: ReactNode
}

/** Shows the loaded records in a table that holds a few blocks of rows, however long the list is. */
export function RecordGrid({ ref, label, children, ...shown }: RecordGridProps): ReactElement {
  const { summary, columns, query, keptView } = shown
  const { rowHeight } = useRowDensity()
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<GridState>(() => ({
    body: undefined,
    rowCount: summary.records,
    failure: undefined,
    missedRange: undefined,
    held: undefined,
    inSight: [],
    viewWidth: 0,
    widths: keptView.read().widths,
  }))
  const { body, rowCount, failure, missedRange, viewWidth, widths, held } = state
  const { arranged } = columns
  const { groups = noGroups } = query
  const gutter = gutterWidth(summary.records)
  const drawn = useMemo(() => {
    const fitting = groupedColumns(arranged, drawnColumns(arranged), groups).map((column) => {
      const width = column.isSized ? undefined : widths.get(column.path)
      return width === undefined ? column : { ...column, width }
    })
    return withStatusInView(fitting, viewWidth - gutter, widths)
  }, [arranged, groups, widths, viewWidth, gutter])
  const places = useMemo(() => {
    const sized =
      held === undefined
        ? drawn
        : drawn.map((column) => (column.path === held.path ? { ...column, width: held.width } : column))
    return placeColumns(sized, viewWidth, gutter)
  }, [drawn, held, viewWidth, gutter])
  const request = {
    ...shown,
    columns: {
      ...columns,
      orderShown: (paths: readonly string[]) =>
        columns.orderShown(ungroupedOrder(paths, drawnColumns(arranged), groups)),
    },
    drawn,
    places,
    rowHeight,
  }
  const [grid] = useState(
    () => new GridController(request, (changed) => setState((before) => ({ ...before, ...changed }))),
  )
  useImperativeHandle(ref, () => grid, [grid])
  useLayoutEffect(() => grid.set(request))
  useLayoutEffect(() => () => grid.keep(), [grid])
  useEffect(() => {
    if (body !== undefined) grid.draw(body)
  })
  useEffect(() => {
    const elements = {
      frame: frame.current,
      scroller: scroller.current,
      canvas: canvas.current,
      holder: holder.current,
    }
    return hasAll(elements) ? grid.mount(elements) : undefined
  }, [grid])
  // After the table, which must have drawn a moved column before its header scrolls into view.
  const header = useHeaderFocus(frame, body, places)
  useLayoutEffect(() => grid.setHeader(header))
  const drag = useColumnDrag(
    {
      places,
      viewWidth: () => viewWidth,
      scrollLeft: () => body?.scrollLeft ?? 0,
      goAcross: (left) => body?.goAcross(left),
      leftEnd: () => frame.current?.getBoundingClientRect().left ?? 0,
    },
    (path, place) => grid.columns.drop(path, place),
  )
  const tooltip = useTooltip()

  return (
    <div
      ref={frame}
      className={classes['frame']}
      style={{ '--gutter': `${gutter}px` } as CSSProperties}
      onMouseOver={({ target }) => {
        const rest = tooltipOf(target, body, places)
        if (rest === undefined) tooltip.hide()
        else tooltip.rest(rest.element, rest.textOf)
      }}
      onMouseLeave={tooltip.hide}
      onPointerDown={tooltip.hide}
      onWheel={tooltip.hide}
      onKeyDown={tooltip.hide}
    >
      {(failure !== undefined || missedRange !== undefined) && (
        <div className={classes['failure']}>
          <ErrorPanel
            error={failure ?? missedRange?.error}
            {...(missedRange !== undefined && { about: 'Couldn’t select the rows.' })}
            {...((failure !== undefined || missedRange?.retry !== undefined) && {
              onRetry: () => grid.retry(state),
            })}
          />
        </div>
      )}
      <div
        role={groups.length > 0 ? 'treegrid' : 'grid'}
        data-own-focus
        aria-label={label}
        // The number of rows is unknown until the last page.
        aria-rowcount={summary.state.kind === 'complete' ? rowCount + 1 : -1}
        aria-colcount={drawn.length}
        aria-multiselectable
        className={classes['grid']}
      >
        <TableHeader
          places={places}
          inSight={state.inSight}
          sort={query.sort}
          current={header.path}
          hasTabStop={header.isTabStop || rowCount === 0}
          drag={drag}
          commands={{
            ...grid.columns.header,
            goTo: header.goTo,
            takeFocus: header.take,
            leaveFocus: header.leave,
            restoreFocus: header.restore,
          }}
        />
        <div ref={scroller} role="rowgroup" data-scroller className={classes['scroller']}>
          <div ref={canvas} role="presentation" className={classes['canvas']}>
            <div
              ref={holder}
              role="presentation"
              className={classes['holder']}
              onFocus={({ target }) => grid.takeFocus(target)}
              onBlur={({ relatedTarget }) => {
                // If the focused element was removed, nothing else takes the focus.
                if (relatedTarget !== null) body?.leaveFocus()
              }}
              onMouseDown={(event) => grid.pressMouse(event)}
              onMouseMove={(event) => grid.moveMouse(event)}
              onClick={(event) => grid.click(event)}
              onContextMenu={(event) => grid.openMenu(event)}
              onKeyDown={(event) => grid.press(event)}
            />
          </div>
        </div>
      </div>
      {children !== undefined && children !== false && <div className={classes['noRows']}>{children}</div>}
      <DragMarks drag={drag} places={places} viewWidth={viewWidth} scrollLeft={body?.scrollLeft ?? 0} />
      {tooltip.shown !== undefined && (
        <div
          role="tooltip"
          dir="auto"
          className={classes['tooltip']}
          style={{ left: tooltip.shown.left, top: tooltip.shown.top }}
        >
          {tooltip.shown.text}
        </div>
      )}
    </div>
  )
}

const noGroups: GroupOrder = []

function hasAll<T>(elements: { readonly [K in keyof T]: T[K] | null }): elements is { readonly [K in keyof T]: T[K] } {
  return Object.values(elements).every((element) => element !== null)
}

interface DragMarksProps {
  readonly drag: ColumnDrag
  readonly places: ColumnPlaces
  readonly viewWidth: number
  readonly scrollLeft: number
}

/** Shows a dragged column beside the pointer, and where it would be dropped. */
function DragMarks({ drag: { dragged }, places, viewWidth, scrollLeft }: DragMarksProps): ReactElement | undefined {
  if (dragged === undefined) return undefined
  const { side, left } = dragged.place
  const { width } = places
  const markLeft =
    side === 'left' ? left : side === 'right' ? viewWidth - width.right + left : width.left + left - scrollLeft
  return (
    <>
      <div data-drop-mark className={classes['dropMark']} style={{ left: markLeft }} />
      <div className={classes['ghost']} style={{ left: dragged.x + 10, top: dragged.y + 14 }}>
        {places.byPath.get(dragged.path)?.column.title}
      </div>
    </>
  )
}

/** Digits and separators for which the row numbers have room from the start, so that columns stay where they are. */
const usualDigits = 7

/** Returns the width of the row numbers, in pixels. */
function gutterWidth(rows: number): number {
  return 20 + Math.max(usualDigits, rows.toLocaleString().length) * 7
}
