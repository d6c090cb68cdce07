import type { ReactElement } from 'react'
import { axisHeight, fontSize, type Scale } from './drawing-size.ts'
import type { MeasureText } from '../../ui/text/text-width.ts'
import type { Tick, Ticks } from './time-ticks.ts'
import type { TimelinePalette } from './timeline-palette.ts'
import { dayWords } from './timeline-messages.ts'

/** The axis: years above months (or months above days), and today by its date. */
export function AxisDrawing({
  scale,
  ticks,
  now,
  palette,
  measure,
}: {
  readonly scale: Scale
  readonly ticks: Ticks
  readonly now: number
  readonly palette: TimelinePalette
  readonly measure: MeasureText
}): ReactElement {
  const today = scale.x(now)
  const words = `Today, ${dayWords(now, now)}`
  const length = measure(words) + 12
  const pillX = Math.max(0, Math.min(today - length / 2, scale.width - length))
  const clear = ({ x, width }: Label): boolean => x + width < pillX - 4 || x > pillX + length + 4
  return (
    <>
      {labelsOf(ticks.major, scale, measure)
        .filter(clear)
        .map(({ tick, x }) => (
          <text key={tick.at} x={x} y={15} fontSize={fontSize} fontWeight={600} fill={palette.ink}>
            {tick.label}
          </text>
        ))}
      {ticks.minor.map(({ at }) => (
        <path key={at} d={`M${scale.x(at)} ${axisHeight - 6}v6`} stroke={palette.lineStrong} strokeWidth={1} />
      ))}
      <path d={`M${today} 20v${axisHeight - 20}`} stroke={palette.ink} strokeWidth={1.5} />
      {labelsOf(ticks.minor, scale, measure).map(({ tick, x }) => (
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
}

/** The labels that have room before the next one and before the edge. */
function labelsOf(ticks: readonly Tick[], scale: Scale, measure: MeasureText): Label[] {
  return ticks.flatMap((tick, index) => {
    const next = ticks[index + 1]
    const x = scale.x(tick.at) + 3
    const width = measure(tick.label)
    const end = next === undefined ? scale.width : scale.x(next.at)
    return x + width <= end ? [{ tick, x, width }] : []
  })
}
