import type { ReactElement } from 'react'
import type { ChartShape } from '../../model/chart/chart-plan.ts'
import { dashes, MarkerDrawing } from './marker-drawing.tsx'

/** Draws a sample of a series, 22 by 12 pixels. */
export function SeriesSample({
  shape,
  place,
  color,
}: {
  readonly shape: ChartShape
  readonly place: number
  readonly color: string
}): ReactElement {
  if (shape === 'bars') return <rect x={4} y={0} width={12} height={12} rx={2} fill={color} />
  return (
    <>
      <path d="M0 6h22" stroke={color} strokeWidth={2} strokeDasharray={dashes[place % dashes.length]} />
      <MarkerDrawing x={11} y={6} place={place} color={color} />
    </>
  )
}
