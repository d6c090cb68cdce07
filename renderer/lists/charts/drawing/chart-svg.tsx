import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Chart, ChartQuestion } from '../../../../shared/model/lists/list-analysis.ts'
import type { MeasureText } from '../../../ui/text/text-width.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { layOutChart } from './chart-layout.ts'
import { type ChartShape } from '../../model/chart-plan.ts'
import { paperPalette as palette, seriesColour } from './chart-palette.ts'
import { fontSize } from './drawn-chart.ts'
import { seriesLabel } from './messages.ts'
import { groupLabel } from './group-label.ts'
import { LegendDrawing } from './chart-legend-drawing.tsx'

// Pixels.
const width = 1120
const margin = 24
const plotHeight = 440
const lineHeight = 17

/** What XML 1.0 has no place for (§2.2), should a value hold it. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** What is saved of a chart. */
export interface ChartFile {
  readonly chart: Chart
  readonly question: ChartQuestion
  readonly shape: ChartShape
  readonly title: string
  /** What it was counted over, what is left out, where it is from: a line each. */
  readonly remarks: readonly string[]
}

/**
 * A chart as an SVG file that stands alone: the light theme's colours, the system's plain font, no script, no style
 * sheet and no reference to the outside.
 * @param measure measures the browser's `sans-serif` at the drawing's size
 */
export function chartSvg(file: ChartFile, measure: MeasureText): { readonly svg: string; readonly size: ChartSize } {
  const { element, size } = drawFile(file, measure)
  return { svg: renderToStaticMarkup(element).replaceAll(notXml, ''), size }
}

/** Pixels. */
export interface ChartSize {
  readonly width: number
  readonly height: number
}

function drawFile(
  { chart, question, shape, title, remarks }: ChartFile,
  measure: MeasureText,
): { readonly element: ReactElement; readonly size: ChartSize } {
  const layout = layOutChart(chart, { question, shape, width: width - 2 * margin, height: plotHeight }, measure)
  const legend = chart.series.length > 1 ? legendLines(chart, measure) : []
  const lines = remarks.flatMap((remark) => wrapped(remark, width - 2 * margin, measure))
  const legendTop = 48 + lines.length * lineHeight
  const plotTop = legendTop + legend.length * 22 + 10
  const height = Math.ceil(plotTop + layout.height + margin)
  const element = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="sans-serif"
      role="img"
    >
      <title>{title}</title>
      <desc>{remarks.join(' ')}</desc>
      <rect width={width} height={height} fill={palette.surface} />
      <text x={margin} y={34} fontSize={18} fontWeight={600} fill={palette.ink}>
        {title}
      </text>
      {lines.map((line, index) => (
        <text key={index} x={margin} y={56 + index * lineHeight} fontSize={12} fill={palette.inkMuted}>
          {line}
        </text>
      ))}
      {legend.flatMap((line, row) =>
        line.map(({ place, x, words }) => (
          <g key={place} transform={`translate(${margin + x} ${legendTop + row * 22})`}>
            <LegendDrawing shape={shape} place={place} colour={seriesColour(chart, place, palette)} />
            <text x={28} y={10} fontSize={fontSize} fill={palette.ink}>
              {words}
            </text>
          </g>
        )),
      )}
      <g transform={`translate(${margin} ${plotTop})`}>
        <ChartDrawing
          chart={chart}
          layout={layout}
          palette={palette}
          wrapGroup={({ index }, drawing) => {
            const label = groupLabel(chart, question, index)
            return (
              <g key={index} role="img" aria-label={label}>
                <title>{label}</title>
                {drawing}
              </g>
            )
          }}
        />
      </g>
    </svg>
  )
  return { element, size: { width, height } }
}

interface LegendPlace {
  readonly place: number
  readonly x: number
  readonly words: string
}

function legendLines(chart: Chart, measure: MeasureText): LegendPlace[][] {
  const lines: LegendPlace[][] = [[]]
  let next = 0
  for (const [place, { name }] of chart.series.entries()) {
    const words = seriesLabel(name).slice(0, 60)
    const needed = 28 + measure(words) + 18
    if (next > 0 && next + needed > width - 2 * margin) {
      lines.push([])
      next = 0
    }
    lines.at(-1)?.push({ place, x: next, words })
    next += needed
  }
  return lines
}

/** A text in lines that fit. */
function wrapped(text: string, room: number, measure: MeasureText): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) * 1.1 <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
