import { svgFile } from '../../ui/drawing/svg-file.tsx'
import { DrawingPatterns } from '../drawing/drawing-patterns.tsx'
import { axisHeight } from '../plot/drawing-size.ts'
import {
  groupHeight,
  layOutOnPaper,
  legendHeight,
  PaperAxis,
  PaperGroupHead,
  PaperLegend,
  PaperRow,
  paperWidth,
  paperWords,
  type PaperGroup,
} from './paper-drawing.tsx'
import type { ShownTimeline } from '../drawing/timeline-layout.ts'
import type { PlacedRow } from '../drawing/row-notes.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import { paperPalette as palette } from '../plot/timeline-palette.ts'

const margin = 20
const headHeight = 66
const width = paperWidth + 2 * margin

/** Draws the timeline as a file in the light theme's colors. @param measure measures the browser's `sans-serif` */
export function timelineSvg(timeline: ShownTimeline, measure: MeasureText): string {
  const { groups, plot } = layOutOnPaper(timeline, measure)
  const { blocks, height: rowsHeight } = stack(groups)
  const words = paperWords(groups, timeline)
  const bottom = headHeight + axisHeight + rowsHeight
  const height = bottom + legendHeight + 2 * 12
  const { surface, ink } = palette
  return svgFile(
    { title: 'Certificate timeline', description: words, width, height, surface, ink, titleAt: { x: margin, y: 30 } },
    <>
      <DrawingPatterns palette={palette} />
      <text x={margin} y={50} fontSize={12} fill={palette.inkMuted}>
        {words}
      </text>
      <g transform={`translate(${margin} ${headHeight})`}>
        <PaperAxis plot={plot} />
      </g>
      {blocks.map(({ y, group, placed }) => (
        <g key={y} transform={`translate(${margin} ${headHeight + axisHeight + y})`}>
          {placed === undefined ? (
            <PaperGroupHead environment={group.environment} />
          ) : (
            <PaperRow placed={placed} plot={plot} />
          )}
        </g>
      ))}
      <path d={`M${margin} ${bottom}h${paperWidth}`} stroke={palette.lineStrong} />
      <g transform={`translate(${margin} ${bottom + 12})`}>
        <PaperLegend measure={measure} />
      </g>
    </>,
  )
}

/** An environment's heading or, with `placed`, a row. `y` counts from the axis. */
interface Block {
  readonly y: number
  readonly group: PaperGroup
  readonly placed?: PlacedRow
}

function stack(groups: readonly PaperGroup[]): { readonly blocks: readonly Block[]; readonly height: number } {
  let height = 0
  const blocks = groups.flatMap((group): Block[] => {
    const head = { y: height, group }
    height += groupHeight
    return [
      head,
      ...group.rows.map((placed) => {
        const y = height
        height += placed.height
        return { y, group, placed }
      }),
    ]
  })
  return { blocks, height }
}
