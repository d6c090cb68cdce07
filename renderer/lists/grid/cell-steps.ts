export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** Where a key moves the focus: to a cell, or up to the header. */
export type CellStep = { readonly kind: 'cell'; readonly place: CellPosition } | { readonly kind: 'header' }

export interface GridSize {
  readonly rows: number
  readonly columns: number
  readonly pageRows: number
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Returns where a key leads from a cell (ARIA Authoring Practices, grid): Home and End to the ends of the row, with
 * Ctrl of the grid. Undefined for other keys.
 */
export function cellStep(
  pressed: Pressed,
  from: CellPosition,
  { rows, columns, pageRows }: GridSize,
): CellStep | undefined {
  if (pressed.altKey) return undefined
  const isFar = pressed.ctrlKey || pressed.metaKey
  const { row, column } = from
  const to = (toRow: number, toColumn: number): CellStep => ({
    kind: 'cell',
    place: {
      row: Math.max(0, Math.min(rows - 1, toRow)),
      column: Math.max(0, Math.min(columns - 1, toColumn)),
    },
  })
  switch (pressed.key) {
    case 'ArrowUp':
      if (row === 0 && !pressed.shiftKey) return { kind: 'header' }
      return to(isFar ? 0 : row - 1, column)
    case 'ArrowDown':
      return to(isFar ? rows - 1 : row + 1, column)
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, isFar ? columns - 1 : column + 1)
    case 'PageUp':
      return to(row - pageRows, column)
    case 'PageDown':
      return to(row + pageRows, column)
    case 'Home':
      return to(isFar ? 0 : row, 0)
    case 'End':
      return to(isFar ? rows - 1 : row, columns - 1)
    default:
      return undefined
  }
}

/** Whether a key opens the menu of the focused element. */
export function isMenuKey({ key, shiftKey }: Pressed): boolean {
  return key === 'ContextMenu' || (shiftKey && key === 'F10')
}
