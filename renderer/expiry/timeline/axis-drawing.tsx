import type { ReactElement } from 'react'
import { type Plot, axisHeight, fontSize, palette } from './plot.ts'
import type { Tick } from './time-ticks.ts'
import { dayWords } from './timeline-messages.ts'

/** Draws the axis: years above months (or months above days), and today's date. */
export function AxisDrawing({ plot }: { readonly plot: Plot }): ReactElement {
  const { ticks, now, measure, dates } = plot
  const today = plot.x(now)
  const words = `Today, ${dayWords(now, now, dates)}`
  const length = measure(words) + 12
  const pillX = Math.max(0, Math.min(today - length / 2, plot.width - length))
  const pillEnd = pillX + length + 4
  // A label below today's date moves beside it, so that the year is always there.
  const beside = (label: Label): Label[] => {
    if (label.x + label.width < pillX - 4 || label.x > pillEnd) return [label]
    return pillEnd + label.width <= label.end ? [{ ...label, x: pillEnd }] : []
  }
  return (
    <>
      {labelsOf(ticks.major, plot)
        .flatMap(beside)
        .map(({ tick, x }) => (
          <text key={tick.at} x={x} y={15} fontSize={fontSize} fontWeight={600} fill={palette.ink}>
            {tick.label}
          </text>
        ))}
      {ticks.minor.map(({ at }) => (
        <path key={at} d={`M${plot.x(at)} ${axisHeight - 6}v6`} stroke={palette.lineStrong} strokeWidth={1} />
      ))}
      <path d={`M${today} 20v${axisHeight - 20}`} stroke={palette.ink} strokeWidth={1.5} />
      {labelsOf(ticks.minor, plot).map(({ tick, x }) => (
        <text
          key={tick.at}
          x={x}
          y={34}
          fontSize={fontSize}
          fill={palette.inkMuted}
          stroke={palette.surface}
          strokeWidth={3}
          paintOrder="stroke"
        >
          {tick.label}
        </text>
      ))}
      <rect x={pillX} y={2} width={length} height={18} rx={9} fill={palette.ink} />
      <text x={pillX + 6} y={15} fontSize={fontSize} fontWeight={600} fill={palette.surface}>
        {words}
      </text>
    </>
  )
}

interface Label {
  readonly tick: Tick
  readonly x: number
  readonly width: number
  /** Where its period ends. */
  readonly end: number
}

/** Returns the labels that fit before the next one and the edge. */
function labelsOf(ticks: readonly Tick[], plot: Plot): Label[] {
  return ticks.flatMap((tick, index) => {
    const next = ticks[index + 1]
    const x = plot.x(tick.at) + 3
    const width = plot.measure(tick.label)
    const end = next === undefined ? plot.width : plot.x(next.at)
    return x + width <= end ? [{ tick, x, width, end }] : []
  })
}
