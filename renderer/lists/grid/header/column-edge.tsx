import { useRef, useState, type ReactElement } from 'react'
import { narrowestColumn, widestColumn } from '#shared/lists/list-columns.ts'
import classes from '../record-table.module.css'

interface ColumnEdgeProps {
  /** The column's width, in pixels. */
  readonly width: number
  /** Whether the column is pinned right: its edge is the left one. */
  readonly isRight: boolean
  /** @param isDone whether the edge was released */
  readonly onWidth: (width: number, isDone: boolean) => void
  readonly onFit: () => void
}

/** The edge of a header, by which a column is resized: a drag, or a double click to fit its values. */
export function ColumnEdge({ width, isRight, onWidth, onFit }: ColumnEdgeProps): ReactElement {
  const held = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const [isHeld, setHeld] = useState(false)
  const widthAt = (x: number, from: { readonly x: number; readonly width: number }): number =>
    Math.round(Math.max(narrowestColumn, Math.min(widestColumn, from.width + (isRight ? from.x - x : x - from.x))))
  return (
    <span
      aria-hidden
      data-column-edge
      data-held={isHeld}
      className={`${classes['edge'] ?? ''} ${isRight ? (classes['edgeOfRight'] ?? '') : ''}`}
      // The header around it would sort, or start a drag.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation()
        onFit()
      }}
      onPointerDown={(event) => {
        event.stopPropagation()
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, width }
        setHeld(true)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (held.current !== undefined) onWidth(widthAt(event.clientX, held.current), false)
      }}
      onPointerUp={(event) => {
        const from = held.current
        held.current = undefined
        setHeld(false)
        if (from !== undefined) onWidth(widthAt(event.clientX, from), true)
      }}
      onPointerCancel={() => {
        if (held.current !== undefined) onWidth(held.current.width, true)
        held.current = undefined
        setHeld(false)
      }}
    />
  )
}
