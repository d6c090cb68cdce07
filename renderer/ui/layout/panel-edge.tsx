import { useLocalStorage } from '@mantine/hooks'
import { useRef, type CSSProperties, type ReactElement } from 'react'
import classes from './side-panel.module.css'

const minWidth = 300
const maxWidth = 900
const step = 20

/** Returns the width of side panels, which the person can change, and the style that sets it. Kept across restarts. */
export function usePanelWidth(): {
  readonly width: number
  readonly setWidth: (width: number) => void
  readonly style: CSSProperties
} {
  const [stored, setStored] = useLocalStorage({
    key: 'clavis.panel-width',
    defaultValue: 400,
    getInitialValueInEffect: false,
  })
  const width = bounded(typeof stored === 'number' ? stored : 400)
  return {
    width,
    setWidth: (wanted) => setStored(bounded(wanted)),
    style: { '--panel-width': `${width}px` } as CSSProperties,
  }
}

function bounded(width: number): number {
  return Number.isFinite(width) ? Math.round(Math.max(minWidth, Math.min(maxWidth, width))) : minWidth
}

/** The left edge of a panel, by which it is resized: with the pointer, or with the arrow keys. */
export function PanelEdge({
  width,
  onWidth,
}: {
  readonly width: number
  readonly onWidth: (width: number) => void
}): ReactElement {
  const held = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Resize panel"
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      tabIndex={0}
      className={classes['edge']}
      onKeyDown={({ key, altKey }) => {
        if (altKey) return
        if (key === 'ArrowLeft') onWidth(width + step)
        if (key === 'ArrowRight') onWidth(width - step)
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, width }
      }}
      onPointerMove={({ clientX }) => {
        if (held.current !== undefined) onWidth(held.current.width + held.current.x - clientX)
      }}
      onPointerUp={() => {
        held.current = undefined
      }}
      onPointerCancel={() => {
        held.current = undefined
      }}
    />
  )
}
