import type { ReactElement } from 'react'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { fitText, type MeasureText } from '../../ui/drawing/text-width.ts'
import { type Plot, barHeight, fontSize, laneHeight, rowPadding, palette, solidBar, urgencyColors } from './plot.ts'
import type { TimeRange } from './time-range.ts'
import type { TimelineBar } from './timeline-layout.ts'
import { barNames, barWords } from './timeline-messages.ts'

/** A bar that continues outside the range is drawn past the edge, where it is cut off: it has no end there. */
const beyond = 8

/** Draws a bar: filled if active, outlined if not, dashed if retired. Its last weeks are hatched, in color once they start. */
export function BarDrawing({ bar, plot }: { readonly bar: TimelineBar; readonly plot: Plot }): ReactElement {
  const { state } = bar.certificate
  const { x, y, width } = boxOf(bar, plot)
  const active = state === 'active'
  const retired = state === 'retired'
  const paint = active
    ? { fill: solidBar, stroke: solidBar, strokeWidth: 1 }
    : retired
      ? { fill: palette.sunken, stroke: palette.inkMuted, strokeWidth: 0.75, strokeDasharray: '3 2' }
      : { fill: palette.accentTint, stroke: palette.accent, strokeWidth: 1.25 }
  return (
    <>
      <rect
        x={x - (bar.cutBefore ? beyond : 0)}
        y={y}
        width={width + (bar.cutBefore ? beyond : 0) + (bar.cutAfter ? beyond : 0)}
        height={barHeight}
        rx={Math.min(4, width / 2)}
        {...paint}
      />
      {!retired && bar.soon !== undefined && <Warned period={bar.soon} kind="soon" bar={bar} y={y} plot={plot} />}
      {!retired && bar.urgent !== undefined && <Warned period={bar.urgent} kind="urgent" bar={bar} y={y} plot={plot} />}
    </>
  )
}

/** Writes on a bar as much as fits before its last weeks. The bar's label has all of it. */
export function BarWords({ bar, plot }: { readonly bar: TimelineBar; readonly plot: Plot }): ReactElement | null {
  const { state } = bar.certificate
  const { x, y, width } = boxOf(bar, plot)
  const warned = bar.soon ?? bar.urgent
  const room = (warned === undefined ? x + width : plot.x(warned.from)) - x
  const words = wordsWithin(bar.certificate, room - 11, plot.measure)
  const active = state === 'active'
  if (words === '')
    return active && room >= 10 ? <circle cx={x + 6} cy={y + barHeight / 2} r={2.5} fill="#ffffff" /> : null
  return (
    <text
      x={x + 6}
      y={y + barHeight / 2 + fontSize * 0.36}
      fontSize={fontSize}
      fontWeight={active ? 600 : 400}
      fill={active ? '#ffffff' : state === 'retired' ? palette.inkMuted : palette.ink}
      stroke={active ? solidBar : state === 'retired' ? palette.sunken : palette.accentTint}
      strokeWidth={2.5}
      paintOrder="stroke"
    >
      {words}
    </text>
  )
}

/** Returns state and subject, the state only, or nothing. */
function wordsWithin(certificate: TimelineCertificate, room: number, measure: MeasureText): string {
  const name = barNames[certificate.state]
  const words = fitText(barWords(certificate), room, measure)
  // A letter or two of the subject say nothing.
  if (words.length >= name.length + 8 || words === barWords(certificate)) return words
  return measure(name) <= room ? name : ''
}

function boxOf(bar: TimelineBar, plot: Plot): { readonly x: number; readonly y: number; readonly width: number } {
  const x = plot.x(bar.from)
  return {
    x,
    y: rowPadding + bar.lane * laneHeight + (laneHeight - barHeight) / 2,
    width: Math.max(plot.x(bar.to) - x, 1),
  }
}

interface WarnedProps {
  readonly period: TimeRange
  readonly kind: 'soon' | 'urgent'
  readonly bar: TimelineBar
  readonly y: number
  readonly plot: Plot
}

function Warned({ period, kind, bar: { urgency }, y, plot }: WarnedProps): ReactElement {
  const x = plot.x(period.from)
  const width = Math.max(plot.x(period.to) - x, 0.5)
  const isNear = urgency === 'urgent' || urgency === 'soon'
  const pattern = isNear ? kind : 'later'
  const { color, tint } = isNear ? urgencyColors[kind] : urgencyColors.fine
  return (
    <>
      <rect x={x} y={y} width={width} height={barHeight} fill={tint} />
      <rect x={x} y={y} width={width} height={barHeight} fill={`url(#timeline-${pattern})`} />
      <path d={`M${x} ${y - 3}v${barHeight + 6}`} stroke={color} strokeWidth={1.25} />
      <path d={`M${x} ${y}h${width}m0 ${barHeight}h${-width}`} stroke={color} strokeWidth={1} fill="none" />
    </>
  )
}
