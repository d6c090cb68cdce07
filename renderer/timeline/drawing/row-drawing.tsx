import { Fragment, type ReactElement, type ReactNode } from 'react'
import { BarDrawing, BarWords } from './bar-drawing.tsx'
import { barHeight, fontSize, laneHeight, noteHeight, rowPadding, type Scale } from './drawing-size.ts'
import type { PlacedRow, RowNote } from './row-notes.ts'
import type { MeasureText } from '../../ui/text/text-width.ts'
import type { TimeRange } from './time-range.ts'
import type { Ticks } from './time-ticks.ts'
import type { TimelineBar } from './timeline-layout.ts'
import type { TimelinePalette } from './timeline-palette.ts'

/** Where gaps and the words in them begin: as high as the first lane's bars. */
const noteTop = rowPadding + (laneHeight - barHeight) / 2

/** A profile's row: the axis's lines, its gaps and overlaps, its bars, and today's line over all. */
export function RowDrawing({
  placed,
  scale,
  ticks,
  now,
  palette,
  measure,
  wrapBar = (_bar, drawing) => drawing,
}: {
  readonly placed: PlacedRow
  readonly scale: Scale
  readonly ticks: Ticks
  readonly now: number
  readonly palette: TimelinePalette
  readonly measure: MeasureText
  /** Makes a bar answer to pointer and keyboard, where the drawing can. */
  readonly wrapBar?: (bar: TimelineBar, drawing: ReactNode) => ReactNode
}): ReactElement {
  const { row, notes, height } = placed
  const lanesHeight = row.lanes * laneHeight
  const today = scale.x(now)
  return (
    <>
      <g stroke={palette.line} strokeWidth={1}>
        {ticks.minor.map(({ at }) => (
          <path key={at} d={`M${scale.x(at)} 0v${height}`} />
        ))}
      </g>
      {row.overlaps.map((overlap) => (
        <Overlap key={overlap.from} overlap={overlap} scale={scale} height={lanesHeight} palette={palette} />
      ))}
      {notes.map((note) => (
        <GapFrame key={note.stretch.from} note={note} lanesHeight={lanesHeight} palette={palette} />
      ))}
      {row.bars.map((bar) => (
        <Fragment key={bar.certificate.credentialId}>
          {wrapBar(bar, <BarDrawing bar={bar} scale={scale} palette={palette} />)}
        </Fragment>
      ))}
      {now >= scale.range.from && now <= scale.range.to && (
        <path d={`M${today} 0v${height}`} stroke={palette.ink} strokeWidth={1.5} />
      )}
      <g aria-hidden pointerEvents="none">
        {row.bars.map((bar) => (
          <BarWords key={bar.certificate.credentialId} bar={bar} scale={scale} palette={palette} measure={measure} />
        ))}
      </g>
      {notes.map((note) => (
        <NoteWords key={note.stretch.from} note={note} lanesHeight={lanesHeight} palette={palette} />
      ))}
    </>
  )
}

/** A time with two certificates: dotted behind their bars, under a bracket. */
function Overlap({
  overlap,
  scale,
  height,
  palette,
}: {
  readonly overlap: TimeRange
  readonly scale: Scale
  readonly height: number
  readonly palette: TimelinePalette
}): ReactElement {
  const x = scale.x(overlap.from)
  const width = Math.max(scale.x(overlap.to) - x, 1)
  return (
    <>
      <rect x={x} y={rowPadding} width={width} height={height} fill={`url(#${palette.id}-overlap)`} />
      <path d={`M${x} ${rowPadding + 4}v-4h${width}v4`} fill="none" stroke={palette.inkMuted} />
    </>
  )
}

/** A time after a certificate's end and without another: framed. */
function GapFrame({
  note: { stretch, x, width, words },
  lanesHeight,
  palette,
}: {
  readonly note: RowNote
  readonly lanesHeight: number
  readonly palette: TimelinePalette
}): ReactElement | null {
  if (stretch.kind !== 'gap') return null
  return (
    <rect
      x={x}
      y={noteTop}
      width={Math.max(width, 2)}
      height={lanesHeight - (laneHeight - barHeight)}
      fill={palette.badTint}
      stroke={palette.bad}
      strokeWidth={1}
      strokeDasharray="4 2.5"
    >
      <title>{words}</title>
    </rect>
  )
}

/** The words of a time without a certificate; red where one had been there before. Today's line does not cross them. */
function NoteWords({
  note: { stretch, words, drawn, textX, line },
  lanesHeight,
  palette,
}: {
  readonly note: RowNote
  readonly lanesHeight: number
  readonly palette: TimelinePalette
}): ReactElement {
  const gap = stretch.kind === 'gap'
  const middle =
    line === -1 ? noteTop + barHeight / 2 : rowPadding + lanesHeight + line * noteHeight + noteHeight / 2 - 2
  return (
    <g role="img" aria-label={words}>
      <title>{words}</title>
      <text
        x={textX}
        y={middle + fontSize * 0.36}
        fontSize={fontSize}
        fontWeight={gap ? 600 : 400}
        fill={gap ? palette.bad : palette.inkMuted}
        stroke={line === -1 && gap ? palette.badTint : palette.surface}
        strokeWidth={3}
        paintOrder="stroke"
      >
        {drawn}
      </text>
    </g>
  )
}
