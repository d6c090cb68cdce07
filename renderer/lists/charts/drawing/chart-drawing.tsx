import type { ReactElement, ReactNode } from 'react'
import type { Chart } from '../../../../shared/model/lists/list-analysis.ts'
import { isolatedLine } from '../../../../shared/model/values/visible-text.ts'
import { MarkerDrawing, dashes } from './marker-drawing.tsx'
import { seriesColor, type ChartPalette } from './chart-palette.ts'
import { fontSize, type ChartLayout, type DrawnGroup, type DrawnLine } from './drawn-chart.ts'

/** Points are marked up to this number. */
const maxMarkers = 20

/** Draws a chart, for the window or a file. @param wrapGroup makes a group focusable and labels it */
export function ChartDrawing({
  chart,
  layout,
  palette,
  wrapGroup,
}: {
  readonly chart: Chart
  readonly layout: ChartLayout
  readonly palette: ChartPalette
  readonly wrapGroup: (group: DrawnGroup, drawing: ReactNode) => ReactElement
}): ReactElement {
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
