import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { DrawingPatterns } from './drawing-patterns.tsx'
import { axisHeight } from './drawing-size.ts'
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
  type PaperTimeline,
} from './paper-drawing.tsx'
import type { PlacedRow } from './row-notes.ts'
import type { MeasureText } from '../../ui/text/text-width.ts'
import { paperPalette as palette } from './timeline-palette.ts'

// Pixels.
const margin = 20
const headHeight = 66
const width = paperWidth + 2 * margin

/** What XML 1.0 has no place for (§2.2), should a name hold it. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/**
 * The timeline as an SVG file that stands alone: colours of the light theme, the system's plain font, no script, no
 * style sheet and no reference to the outside.
 * @param measure measures the browser's `sans-serif` at the drawing's size
 */
export function timelineSvg(timeline: PaperTimeline, measure: MeasureText): string {
  return renderToStaticMarkup(<TimelineFile timeline={timeline} measure={measure} />).replaceAll(notXml, '')
}

function TimelineFile({
  timeline,
  measure,
}: {
  readonly timeline: PaperTimeline
  readonly measure: MeasureText
}): ReactElement {
  const { groups, setting } = layOutOnPaper(timeline, measure)
  const { blocks, height: rowsHeight } = stack(groups)
  const words = paperWords(groups, timeline.range, timeline.now)
  const bottom = headHeight + axisHeight + rowsHeight
  const height = bottom + legendHeight + 2 * 12
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="sans-serif"
      role="img"
    >
      <title>Certificate timeline</title>
      <desc>{words}</desc>
      <DrawingPatterns palette={palette} />
      <rect width={width} height={height} fill={palette.surface} />
      <text x={margin} y={30} fontSize={18} fontWeight={600} fill={palette.ink}>
        Certificate timeline
      </text>
      <text x={margin} y={50} fontSize={12} fill={palette.inkMuted}>
        {words}
      </text>
      <g transform={`translate(${margin} ${headHeight})`}>
        <PaperAxis {...setting} />
      </g>
      {blocks.map(({ y, group, placed }) => (
        <g key={y} transform={`translate(${margin} ${headHeight + axisHeight + y})`}>
          {placed === undefined ? (
            <PaperGroupHead environment={group.environment} />
          ) : (
            <PaperRow placed={placed} setting={setting} />
          )}
        </g>
      ))}
      <path d={`M${margin} ${bottom}h${paperWidth}`} stroke={palette.lineStrong} />
      <g transform={`translate(${margin} ${bottom + 12})`}>
        <PaperLegend measure={measure} />
      </g>
    </svg>
  )
}

/** An environment's head, or with `placed` a row. `y` counts from the axis. */
interface Block {
  readonly y: number
  readonly group: PaperGroup
  readonly placed?: PlacedRow
}

/** Everything below the axis, one thing under the other. */
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
