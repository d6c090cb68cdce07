import { extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ReactElement } from 'react'
import type { Watch } from '#shared/watches/watch.ts'
import { countsWords } from './watch-words.ts'
import classes from './watches.module.css'

type Count = Watch['counts'][number]

const [width, height] = [104, 26]
/** Room for the dot at the end, pixels. */
const margin = 3

/** Draws the numbers of records of the latest loads over time; nothing before the first load. */
export function Sparkline({ counts }: { readonly counts: Watch['counts'] }): ReactElement | null {
  const last = counts.at(-1)
  if (last === undefined) return null
  const at = (count: Count): number => Date.parse(count.at)
  const [from = 0, to = 0] = extent(counts, at)
  const [least = 0, most = 0] = extent(counts, ({ matching }) => matching)
  // A single value of either is in the middle of its range, and a single load at the right end.
  const x = scaleLinear([from === to ? from - 1 : from, to], [margin, width - margin])
  const y = scaleLinear([least, most], [height - margin, margin])
  const path = line<Count>(
    (count) => x(at(count)),
    ({ matching }) => y(matching),
  )
  return (
    <svg className={classes['chart']} width={width} height={height} role="img" aria-label={countsWords(counts)}>
      <path d={path(counts) ?? ''} />
      <circle cx={x(at(last))} cy={y(last.matching)} r={2.5} />
    </svg>
  )
}
