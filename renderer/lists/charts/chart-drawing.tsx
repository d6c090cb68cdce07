import type { ReactElement, ReactNode } from 'react'
import type { Chart } from '#shared/lists/list-analysis.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import type { ChartShape } from '../model/chart-plan.ts'
import { seriesColor, type ChartPalette } from './chart-palette.ts'
import { fontSize, type ChartLayout, type DrawnGroup, type DrawnLine } from './drawn-chart.ts'

/** Points are marked up to this number. */
const maxMarkers = 20

interface ChartDrawingProps {
  readonly chart: Chart
  readonly layout: ChartLayout
  readonly palette: ChartPalette
  readonly wrapGroup: (group: DrawnGroup, drawing: ReactNode) => ReactElement
}

/** Draws a chart, for the window or a file. @param wrapGroup makes a group focusable and labels it */
export function ChartDrawing({ chart, layout, palette, wrapGroup }: ChartDrawingProps): ReactElement {
  return (
    <>
      {layout.grid !== '' && <path d={layout.grid} stroke={palette.line} strokeWidth={1} />}
      {layout.lines.map((line) => (
        <LineDrawing key={line.series} line={line} color={seriesColor(chart, line.series, palette)} />
      ))}
      {layout.groups.map((group) =>
        wrapGroup(
          group,
          <>
            <rect {...group.target} fill="none" pointerEvents="all" />
            {group.bars.map(({ box, series }) => (
              <rect
                key={series}
                {...box}
                fill={seriesColor(chart, series, palette)}
                stroke={chart.series.length > 1 && box.width > 4 ? palette.surface : 'none'}
                strokeWidth={0.75}
              />
            ))}
          </>,
        ),
      )}
      <path d={layout.zero} stroke={palette.inkMuted} strokeWidth={1} pointerEvents="none" />
      {layout.texts.map(({ x, y, text, anchor, strong }) => (
        <text
          key={`${x} ${y} ${text}`}
          x={x}
          y={y}
          fontSize={fontSize}
          fontWeight={strong === true ? 600 : 400}
          textAnchor={anchor}
          fill={strong === true ? palette.ink : palette.inkMuted}
          pointerEvents="none"
        >
          {isolatedLine(text)}
        </text>
      ))}
    </>
  )
}

function LineDrawing({ line, color }: { readonly line: DrawnLine; readonly color: string }): ReactElement {
  return (
    <>
      <path
        d={line.path}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeDasharray={dashes[line.series % dashes.length]}
      />
      {line.points.length <= maxMarkers &&
        line.points.map(({ x, y }) => <MarkerDrawing key={x} x={x} y={y} place={line.series} color={color} />)}
    </>
  )
}

interface SeriesSampleProps {
  readonly shape: ChartShape
  readonly place: number
  readonly color: string
}

/** Draws a sample of a series, 22 by 12 pixels. */
export function SeriesSample({ shape, place, color }: SeriesSampleProps): ReactElement {
  if (shape === 'bars') return <rect x={4} y={0} width={12} height={12} rx={2} fill={color} />
  return (
    <>
      <path d="M0 6h22" stroke={color} strokeWidth={2} strokeDasharray={dashes[place % dashes.length]} />
      <MarkerDrawing x={11} y={6} place={place} color={color} />
    </>
  )
}

/** Dash patterns of the series, so that they differ without color. */
const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '12 4', '4 2', undefined, '6 3'] as const

const shapes = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z',
  'M-3 -3h6v6h-6Z',
  'M0 -4L4 3H-4Z',
  'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
  'M0 4L4 -3H-4Z',
  'M-4 -1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8Z',
] as const

interface MarkerDrawingProps {
  readonly x: number
  readonly y: number
  readonly place: number
  readonly color: string
}

/** Draws a point in its series' shape. */
function MarkerDrawing({ x, y, place, color }: MarkerDrawingProps): ReactElement {
  return <path d={shapes[place % shapes.length]} transform={`translate(${x} ${y})`} fill={color} pointerEvents="none" />
}
