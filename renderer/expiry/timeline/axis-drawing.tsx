import type { ReactElement } from 'react'
import { type Plot, axisHeight, fontSize, palette } from './plot.ts'
import type { Tick } from './time-ticks.ts'
import { dayWords } from './timeline-messages.ts'

/** Draws the axis: years above months (or months above days), and today's date. */
export function AxisDrawing({ plot }: { readonly plot: Plot }): ReactElement {
  const { ticks, now, dates } = plot
  const today = plot.x(now)
  const majors = labelsOf(ticks.major, plot)
  const {
    words,
    length,
    x: pillX,
  } = placeToday(
    [`Today, ${dayWords(now, now, dates)}`, `Today, ${dates.parts(now, { month: 'short', day: 'numeric' })}`, 'Today'],
    majors.filter(({ tick }) => tick.at > plot.range.from),
    plot,
  )
  const pillEnd = pillX + length + 4
  // A label that is still below today's date moves beside it, so that the year is always there.
  const beside = (label: Label): Label[] => {
    if (label.x + label.width < pillX - 4 || label.x > pillEnd) return [label]
    return pillEnd + label.width <= label.end ? [{ ...label, x: pillEnd }] : []
  }
  return (
    <>
      {majors.flatMap(beside).map(({ tick, x }) => (
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

interface TodayPill {
  readonly words: string
  readonly length: number
  readonly x: number
}

/**
 * Places today's date where it touches today and covers no label, as long as it can be, and centered if possible.
 * @param texts the longest first
 * @param labels at the starts of their periods: moved, they would name another one
 */
export function placeToday(
  texts: readonly [string, ...string[]],
  labels: readonly Pick<Label, 'x' | 'width'>[],
  { x, now, width, measure }: Pick<Plot, 'x' | 'now' | 'width' | 'measure'>,
): TodayPill {
  const today = x(now)
  const gap = 5
  const pills = texts.flatMap((words) => {
    const length = measure(words) + 12
    const centered = Math.max(0, Math.min(today - length / 2, width - length))
    const beside = labels.flatMap((label) => [label.x - gap - length, label.x + label.width + gap])
    return [centered, ...beside].map((left): TodayPill => ({ words, length, x: left }))
  })
  const fits = ({ x: left, length }: TodayPill): boolean =>
    left >= 0 &&
    left + length <= width &&
    left - gap <= today &&
    left + length + gap >= today &&
    labels.every((label) => label.x + label.width + gap <= left || left + length + gap <= label.x)
  return pills.find(fits) ?? pills[0] ?? { words: texts[0], length: 0, x: today }
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
