import type { ReactElement } from 'react'

/** Dash patterns of the series, so that they differ without color. */
export const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '12 4', '4 2', undefined, '6 3'] as const

const shapes = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z',
  'M-3 -3h6v6h-6Z',
  'M0 -4L4 3H-4Z',
  'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
  'M0 4L4 -3H-4Z',
  'M-4 -1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8Z',
] as const

/** Draws a point in its series' shape. */
export function MarkerDrawing({
  x,
  y,
  place,
  color,
}: {
  readonly x: number
  readonly y: number
  readonly place: number
  readonly color: string
}): ReactElement {
  return <path d={shapes[place % shapes.length]} transform={`translate(${x} ${y})`} fill={color} pointerEvents="none" />
}
