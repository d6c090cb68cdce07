import { Fragment, type ReactElement, type ReactNode } from 'react'
import { BarDrawing, BarWords } from './bar-drawing.tsx'
import {
  type Plot,
  barHeight,
  fontSize,
  gapFrame,
  laneHeight,
  noteHeight,
  rowPadding,
  palette,
  urgencyColors,
} from './plot.ts'
import type { PlacedRow, RowNote } from './row-notes.ts'
import type { TimeRange } from './time-range.ts'
import type { TimelineBar } from './timeline-layout.ts'

/** The top of gaps and their labels: that of the first lane's bars. */
const noteTop = rowPadding + (laneHeight - barHeight) / 2

interface RowDrawingProps {
  readonly placed: PlacedRow
  readonly plot: Plot
  /** Makes a bar react to pointer and keyboard. */
  readonly wrapBar?: (bar: TimelineBar, drawing: ReactNode) => ReactNode
}

/** Draws a profile's row: grid lines, gaps, overlaps, bars, and today's line on top. */
export function RowDrawing({ placed, plot, wrapBar = (_bar, drawing) => drawing }: RowDrawingProps): ReactElement {
  const { row, notes, height } = placed
  const { range, ticks, now } = plot
  const lanesHeight = row.lanes * laneHeight
  const today = plot.x(now)
  return (
    <>
      <g stroke={palette.line} strokeWidth={1}>
        {ticks.minor.map(({ at }) => (
          <path key={at} d={`M${plot.x(at)} 0v${height}`} />
        ))}
      </g>
      {row.overlaps.map((overlap) => (
        <Overlap key={overlap.from} overlap={overlap} height={lanesHeight} plot={plot} />
      ))}
      {notes.map((note) => (
        <GapFrame key={note.stretch.from} note={note} lanesHeight={lanesHeight} />
      ))}
      {row.bars.map((bar) => (
        <Fragment key={bar.certificate.credentialId}>{wrapBar(bar, <BarDrawing bar={bar} plot={plot} />)}</Fragment>
      ))}
      {now >= range.from && now <= range.to && (
        <path d={`M${today} 0v${height}`} stroke={palette.ink} strokeWidth={1.5} />
      )}
      <g aria-hidden pointerEvents="none">
        {row.bars.map((bar) => (
          <BarWords key={bar.certificate.credentialId} bar={bar} plot={plot} />
        ))}
      </g>
      {notes.map((note) => (
        <NoteWords key={note.stretch.from} note={note} lanesHeight={lanesHeight} />
      ))}
    </>
  )
}

interface OverlapProps {
  readonly overlap: TimeRange
  readonly height: number
  readonly plot: Plot
}

function Overlap({ overlap, height, plot }: OverlapProps): ReactElement {
  const x = plot.x(overlap.from)
  const width = Math.max(plot.x(overlap.to) - x, 1)
  return (
    <>
      <rect x={x} y={rowPadding} width={width} height={height} fill={`url(#timeline-overlap)`} />
      <path d={`M${x} ${rowPadding + 4}v-4h${width}v4`} fill="none" stroke={palette.inkMuted} />
    </>
  )
}

interface GapFrameProps {
  readonly note: RowNote
  readonly lanesHeight: number
}

/** Frames a period without a certificate after one has expired, in the color of its urgency. */
function GapFrame({ note: { stretch, x, width, words }, lanesHeight }: GapFrameProps): ReactElement | null {
  if (stretch.kind !== 'gap') return null
  return (
    <rect
      x={x}
      y={noteTop}
      width={Math.max(width, 2)}
      height={lanesHeight - (laneHeight - barHeight)}
      {...gapFrame(stretch.urgency)}
    >
      <title>{words}</title>
    </rect>
  )
}

interface NoteWordsProps {
  readonly note: RowNote
  readonly lanesHeight: number
}

/** Labels a period without a certificate, in the color of its urgency. Today's line doesn't cross the text. */
function NoteWords({ note: { stretch, words, drawn, textX, line }, lanesHeight }: NoteWordsProps): ReactElement {
  const isGap = stretch.kind === 'gap'
  const urgency = isGap ? stretch.urgency : 'fine'
  const { color, tint } = urgencyColors[urgency]
  const middle =
    line === -1 ? noteTop + barHeight / 2 : rowPadding + lanesHeight + line * noteHeight + noteHeight / 2 - 2
  return (
    <g role="img" aria-label={words}>
      <title>{words}</title>
      <text
        x={textX}
        y={middle + fontSize * 0.36}
        fontSize={fontSize}
        fontWeight={urgency === 'fine' ? 400 : 600}
        fill={color}
        stroke={line === -1 && isGap ? tint : palette.surface}
        strokeWidth={3}
        paintOrder="stroke"
      >
        {drawn}
      </text>
    </g>
  )
}
