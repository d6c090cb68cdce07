import type { ReactElement } from 'react'
import type { Watch } from '#shared/watches/watch.ts'
import { countsWords } from './watch-words.ts'
import classes from './watches.module.css'

const [width, height] = [104, 26]
/** Room for the dot at the end, pixels. */
const margin = 3

/** Draws the numbers of records of the latest loads over time; nothing before the second. */
export function Sparkline({ counts }: { readonly counts: Watch['counts'] }): ReactElement | null {
  if (counts.length < 2) return null
  const across = placesOf(counts.map(({ at }) => Date.parse(at)))
  const up = placesOf(counts.map(({ matching }) => matching))
  const points = across.map((place, index) => [
    margin + place * (width - 2 * margin),
    height - margin - (up[index] ?? 0) * (height - 2 * margin),
  ])
  const [x, y] = points.at(-1) ?? []
  return (
    <svg className={classes['chart']} width={width} height={height} role="img" aria-label={countsWords(counts)}>
      <polyline points={points.map((point) => point.map((each) => each.toFixed(1)).join()).join(' ')} />
      <circle cx={x} cy={y} r={2.5} />
    </svg>
  )
}

/** Returns where numbers are between the least and the greatest of them, from 0 to 1; in the middle if all are the same. */
function placesOf(numbers: readonly number[]): number[] {
  const least = Math.min(...numbers)
  const range = Math.max(...numbers) - least
  return numbers.map((number) => (range === 0 ? 0.5 : (number - least) / range))
}
