import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ColumnPlaces } from '../column-places.ts'
import { dropPlaceAt, type DropPlace } from './column-order.ts'

/** Distance after which a press becomes a drag, in pixels. */
const threshold = 5

/** Distance from an edge at which the columns scroll along, and the step, in pixels. */
const scrollZone = 36
const scrollStep = 14

export interface DraggedColumn {
  readonly path: string
  /** Position of the pointer in the window, in pixels. */
  readonly x: number
  readonly y: number
  readonly place: DropPlace
}

export interface DragTable {
  readonly places: ColumnPlaces
  readonly viewWidth: () => number
  readonly scrollLeft: () => number
  readonly goAcross: (left: number) => void
  /** The table's left edge in the window, in pixels. */
  readonly leftEnd: () => number
}

export interface ColumnDrag {
  readonly dragged: DraggedColumn | undefined
  readonly press: (event: PointerEvent<HTMLElement>, path: string) => void
  readonly move: (event: PointerEvent<HTMLElement>) => void
  readonly release: () => void
  readonly cancel: () => void
  /** Whether the current click only ends a drag. */
  readonly wasDrag: () => boolean
}

/** Lets columns be dragged by their headers. @param onDrop a column was dropped */
export function useColumnDrag(table: DragTable, onDrop: (path: string, place: DropPlace) => void): ColumnDrag {
  const [dragged, setDragged] = useState<DraggedColumn>()
  const pressed = useRef<{ readonly path: string; readonly x: number }>(undefined)
  const didDrag = useRef(false)
  const isDragging = dragged !== undefined

  const placeUnder = (x: number): DropPlace =>
    dropPlaceAt(
      { places: table.places, scrollLeft: table.scrollLeft(), viewWidth: table.viewWidth() },
      x - table.leftEnd(),
    )
  function cancel(): void {
    pressed.current = undefined
    setDragged(undefined)
  }

  const goAlong = useEffectEvent(() => {
    if (dragged === undefined) return
    const { width } = table.places
    const x = dragged.x - table.leftEnd()
    const right = table.viewWidth() - width.right
    const isFree = x >= width.left && x <= right
    const by = !isFree ? 0 : x < width.left + scrollZone ? -scrollStep : x > right - scrollZone ? scrollStep : 0
    if (by === 0) return
    const before = table.scrollLeft()
    table.goAcross(before + by)
    if (table.scrollLeft() !== before) setDragged({ ...dragged, place: placeUnder(dragged.x) })
  })
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  })
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = requestAnimationFrame(function again() {
      goAlong()
      frame = requestAnimationFrame(again)
    })
    const onKey = (event: KeyboardEvent): void => escape(event)
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [isDragging])

  return {
    dragged,
    press: (event, path) => {
      didDrag.current = false
      if (event.button === 0) pressed.current = { path, x: event.clientX }
    },
    move: (event) => {
      const held = pressed.current
      if (held === undefined) return
      // A release outside the window is not reported.
      if ((event.buttons & 1) === 0) {
        cancel()
        return
      }
      if (!didDrag.current && Math.abs(event.clientX - held.x) < threshold) return
      if (!didDrag.current) event.currentTarget.setPointerCapture(event.pointerId)
      didDrag.current = true
      // At once, so that Escape and the release find this place however soon they come.
      flushSync(() =>
        setDragged({ path: held.path, x: event.clientX, y: event.clientY, place: placeUnder(event.clientX) }),
      )
    },
    release: () => {
      pressed.current = undefined
      if (dragged !== undefined) onDrop(dragged.path, dragged.place)
      setDragged(undefined)
    },
    cancel,
    wasDrag: () => didDrag.current,
  }
}
