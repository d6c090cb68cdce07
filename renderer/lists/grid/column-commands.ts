import type { TableColumnCommands } from '../columns/column-menu.tsx'
import { nextSort, withSort } from '../model/sort-order.ts'
import type { TableBody } from './body/table-body.ts'
import { fittingWidth } from './fitting-width.ts'
import type { GridRequest, GridState } from './grid-request.ts'
import { orderAfterDrop, type DropPlace } from './header/column-order.ts'
import type { HeaderCommands } from './header/table-header.tsx'

interface Options {
  /** Returns what the table shows now. */
  readonly request: () => GridRequest
  readonly body: () => TableBody | undefined
  readonly onHeld: (held: GridState['held']) => void
}

/** Sorts, moves and resizes the columns of a table. */
export class ColumnCommands implements TableColumnCommands {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** @param direction undefined removes the column from the sort */
  sort(path: string, direction: 'asc' | 'desc' | undefined): void {
    const wanted = direction && (direction === 'asc' ? 'ascending' : 'descending')
    this.#options.request().actions.onSort((order) => withSort(order, path, wanted, direction === undefined))
  }

  isSorted(path: string): boolean {
    return this.#options.request().query.sort.some((each) => each.path === path)
  }

  /** Fits a column to its name and the drawn values. */
  fitWidth(path: string): void {
    const { places, columns } = this.#options.request()
    const title = places.byPath.get(path)?.column.title
    const body = this.#options.body()
    if (body === undefined || title === undefined) return
    body.showColumn(path, () => columns.set([path], { width: fittingWidth(title, body.cellElements(path)) }))
  }

  /** Moves a column, and pins or unpins it, if it is dropped on the other side of that border. */
  drop(path: string, place: DropPlace): void {
    const { places, columns } = this.#options.request()
    const side = places.byPath.get(path)?.side
    // A column dropped before the first one becomes the first, and is pinned as such.
    const isByPlace = place.side === 'left' && places.all[0]?.column.isPinnedByPlace === true
    if (side !== undefined && side !== place.side && !isByPlace)
      columns.set([path], { pinned: place.side === 'free' ? undefined : place.side })
    columns.orderShown(orderAfterDrop(places, path, place))
  }

  /** What a column's header does, besides its focus. */
  readonly header: Pick<HeaderCommands, 'sort' | 'order' | 'setWidth' | 'fitWidth' | 'openMenu' | 'goDown'> = {
    sort: (path, keepsOthers) => this.#options.request().actions.onSort((order) => nextSort(order, path, keepsOthers)),
    order: (paths) => this.#options.request().columns.orderShown(paths),
    setWidth: (path, width, isDone) => {
      const { drawn, columns } = this.#options.request()
      this.#options.onHeld(isDone ? undefined : { path, width })
      // An unchanged width is not stored.
      const isOther = drawn.find((column) => column.path === path)?.width !== width
      if (isDone && isOther) columns.set([path], { width })
    },
    fitWidth: (path) => this.fitWidth(path),
    openMenu: (path, beside) => {
      const { left, bottom } = beside.getBoundingClientRect()
      this.#options.request().actions.onColumnMenu({ path, left, top: bottom })
    },
    goDown: (path) => {
      const body = this.#options.body()
      body?.focusCell(body.firstRow, path)
    },
  }
}
