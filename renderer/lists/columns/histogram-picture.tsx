import { useState, type ReactElement } from 'react'
import type { Histogram } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { useGroupFocus } from '../../ui/drawing/use-group-focus.ts'
import { recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { rangeFilter } from '../filter/value-filters.ts'
import { binLabel, rangeLabels } from './statistics-messages.ts'
import classes from './column-profile.module.css'

const height = 96

/** Returns where a number is among bars of width 1. */
function placeOf(text: string, bars: readonly { readonly from: string; readonly to: string }[]): number | undefined {
  const number = Number(text)
  const index = bars.findIndex(({ from, to }) => Number(from) <= number && number < Number(to))
  const bar = bars[index]
  return bar && index + (number - Number(bar.from)) / (Number(bar.to) - Number(bar.from))
}

interface HistogramPictureProps {
  readonly path: string
  readonly histogram: Histogram
  /** Marked in a histogram of numbers; undefined: not known. */
  readonly median: string | undefined
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
}

/** Draws the distribution of values as adjacent bars; a click filters to one. */
export function HistogramPicture({ path, histogram, median, onFilter }: HistogramPictureProps): ReactElement {
  const dates = useDates()
  const [pointed, setPointed] = useState<number>()
  const { bars } = histogram
  const most = Math.max(1, ...bars.map(({ records }) => records))
  const span = rangeLabels(histogram, dates)
  const place = histogram.kind === 'numbers' && median !== undefined ? placeOf(median, histogram.bars) : undefined
  // Filters know numbers and dates, but not the length of a text.
  const mayFilter = histogram.kind !== 'lengths'
  const labelOf = (index: number): string =>
    `${binLabel(histogram, index, dates)}: ${recordCount(bars[index]?.records ?? 0)}`

  function choose(index: number): void {
    const bar = bars[index]
    if (mayFilter && bar !== undefined) onFilter([rangeFilter(path, bar.from, bar.to)])
  }
  const { setFocused, propsOf } = useGroupFocus('data-bar', bars.length, bars.length, choose)

  return (
    <div className={classes['histogram']}>
      <svg
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={`Histogram, from ${span.from} to ${span.to}`}
      >
        {bars.map(({ records }, index) => {
          // A bar of few records stays visible.
          const high = records === 0 ? 0 : Math.max(2, (records / most) * (height - 4))
          return (
            <g
              key={index}
              role={mayFilter ? 'button' : 'img'}
              aria-label={labelOf(index)}
              className={classes[mayFilter ? 'choosableBar' : 'bar']}
              data-bar={index}
              {...propsOf(index)}
              onFocus={() => {
                setFocused(index)
                setPointed(index)
              }}
              onBlur={() => setPointed(undefined)}
              onPointerEnter={() => setPointed(index)}
              onPointerLeave={() => setPointed(undefined)}
            >
              <rect x={index} y={0} width={1} height={height} fill="none" pointerEvents="all" />
              <rect x={index + 0.04} y={height - high} width={0.92} height={high} className={classes['barFill']} />
            </g>
          )
        })}
        {place !== undefined && (
          <line className={classes['median']} x1={place} x2={place} y1={0} y2={height}>
            <title>Median</title>
          </line>
        )}
      </svg>
      <div className={classes['span']} aria-hidden>
        {pointed === undefined ? (
          <>
            <span>{span.from}</span>
            <span>{span.to}</span>
          </>
        ) : (
          <strong>{labelOf(pointed)}</strong>
        )}
      </div>
    </div>
  )
}
