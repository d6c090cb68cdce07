import { useEffect, useRef, useState } from 'react'
import type { TableBody } from './body/table-body.ts'
import type { ColumnPlaces } from './column-places.ts'
import { isCut } from './fitting-width.ts'
import { shownTooltip } from './shown-cell.ts'

/** How long the pointer rests before a tooltip is shown, in milliseconds. */
const delay = 400

/** A tooltip with its place in the window, in pixels. */
export interface ShownTooltip {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** Shows an element's tooltip once the pointer has rested on it. */
export function useTooltip(): {
  readonly shown: ShownTooltip | undefined
  /** The pointer is on an element. @param textOf returns undefined for no tooltip */
  readonly rest: (element: HTMLElement, textOf: () => string | undefined) => void
  readonly hide: () => void
} {
  const [shown, setShown] = useState<ShownTooltip>()
  const waiting = useRef<{ readonly on: HTMLElement; readonly timer: ReturnType<typeof setTimeout> }>(undefined)
  function hide(): void {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    setShown(undefined)
  }
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])
  return {
    shown,
    rest: (element, textOf) => {
      if (waiting.current?.on === element) return
      hide()
      const timer = setTimeout(() => {
        const text = element.isConnected ? textOf() : undefined
        if (text === undefined) return
        const { left, bottom } = element.getBoundingClientRect()
        setShown({ text, left: Math.max(8, left), top: bottom + 4 })
      }, delay)
      waiting.current = { on: element, timer }
    },
    hide,
  }
}

/** Returns the cell or header that an element is in, with its tooltip; undefined if it is in neither. */
export function tooltipOf(
  target: EventTarget,
  body: TableBody | undefined,
  places: ColumnPlaces,
): { readonly element: HTMLElement; readonly textOf: () => string | undefined } | undefined {
  const cell = body?.cellAround(target)
  if (cell !== undefined) {
    const { element, record, path } = cell
    const textOf = (): string | undefined => {
      const { cut } = element.dataset
      if (cut !== undefined) return cut
      const column = places.byPath.get(path)?.column
      if (record === undefined || column === undefined) return undefined
      return shownTooltip(record, column, () => isCut(element))
    }
    return { element, textOf }
  }
  const header = target instanceof Element ? target.closest<HTMLElement>('[role="columnheader"]') : null
  const column = places.byPath.get(header?.dataset['path'] ?? '')?.column
  if (header === null || column === undefined) return undefined
  const textOf = (): string | undefined => {
    const name = header.firstElementChild
    const isNameCut = name !== null && name.scrollWidth > name.clientWidth
    return column.isRenamed ? column.path : isNameCut ? column.title : undefined
  }
  return { element: header, textOf }
}
