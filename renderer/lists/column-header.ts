import type { GridApi, IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community'

/** What headers need of the page around the table. */
export interface HeaderContext {
  /** Opens a column's menu beside an element of its header. */
  readonly openColumnMenu: (grid: GridApi, path: string, beside: Element) => void
}

/**
 * What stands in a column's header: its name, and for the pointer a sign that opens its menu. By keyboard the header
 * itself opens it, so the sign takes no focus. Made by hand, since headers come and go as the table is scrolled.
 */
export class ColumnHeader implements IInnerHeaderComponent {
  readonly #box = document.createElement('span')
  readonly #name = document.createElement('span')
  readonly #sign = document.createElement('span')

  init({ api, column, displayName, context }: IHeaderParams<unknown, HeaderContext>): void {
    this.#box.className = 'clavis-header'
    this.#name.className = 'clavis-header-name'
    this.#name.textContent = displayName
    this.#sign.className = 'clavis-header-menu'
    this.#sign.ariaHidden = 'true'
    this.#sign.title = 'Column menu (Alt+↓)'
    this.#sign.addEventListener('click', (event) => {
      // The header around it would sort.
      event.stopPropagation()
      context.openColumnMenu(api, column.getColId(), this.#sign)
    })
    this.#box.append(this.#name, this.#sign)
  }

  getGui(): HTMLElement {
    return this.#box
  }

  refresh({ displayName }: IHeaderParams): boolean {
    this.#name.textContent = displayName
    return true
  }
}
