import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import { svgFile } from '../../ui/drawing/svg-file.tsx'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { ChartShape } from '../model/chart-plan.ts'
import { seriesLabel } from '../model/value-messages.ts'
import { ChartDrawing, SeriesSample } from './chart-drawing.tsx'
import { layOutChart } from './chart-layout.ts'
import { groupLabel } from './chart-messages.ts'
import { paperPalette as palette, seriesColor } from './chart-palette.ts'
import { fontSize } from './drawn-chart.ts'

const width = 1120
const margin = 24
const plotHeight = 440
const lineHeight = 17

export interface ChartFile {
  readonly chart: Chart
  readonly definition: ChartDefinition
  readonly shape: ChartShape
  readonly title: string
  /** What was counted, what is omitted, and the source: one line each. */
  readonly remarks: readonly string[]
  readonly dates: DateText
}

/** An SVG file with its size in pixels. */
export interface SvgPicture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** Draws a chart as a file in the light theme's colors. @param measure measures the browser's `sans-serif` */
export function chartSvg(
  { chart, definition, shape, title, remarks, dates }: ChartFile,
  measure: MeasureText,
): SvgPicture {
  const layout = layOutChart(
    chart,
    { definition, shape, width: width - 2 * margin, height: plotHeight, dates },
    measure,
  )
  const legend = chart.series.length > 1 ? legendLines(chart, measure) : []
  const lines = remarks.flatMap((remark) => wrapped(remark, width - 2 * margin, measure))
  const legendTop = 48 + lines.length * lineHeight
  const plotTop = legendTop + legend.length * 22 + 10
  const height = Math.ceil(plotTop + layout.height + margin)
  const { surface, ink } = palette
  const svg = svgFile(
    { title, description: remarks.join(' '), width, height, surface, ink, titleAt: { x: margin, y: 34 } },
    <>
      {lines.map((line, index) => (
        <text key={index} x={margin} y={56 + index * lineHeight} fontSize={fontSize} fill={palette.inkMuted}>
          {line}
        </text>
      ))}
      {legend.flatMap((line, row) =>
        line.map(({ place, x, words }) => (
          <g key={place} transform={`translate(${margin + x} ${legendTop + row * 22})`}>
            <SeriesSample shape={shape} place={place} color={seriesColor(chart, place, palette)} />
            <text x={28} y={10} fontSize={fontSize} fill={palette.ink}>
              {isolatedLine(words)}
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
            const label = groupLabel(chart, definition, index, dates)
            return (
              <g key={index} role="img" aria-label={label}>
                <title>{label}</title>
                {drawing}
              </g>
            )
          }}
        />
      </g>
    </>,
  )
  return { svg, width, height }
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

/** Breaks a text into lines that fit. */
function wrapped(text: string, room: number, measure: MeasureText): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) * 1.1 <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
