import type { ReactElement } from 'react'
import type { Chart } from '#shared/lists/list-analysis.ts'
import { FloatingCard } from '../../ui/drawing/floating-card.tsx'
import type { ShownCard } from '../../ui/drawing/use-shown-card.ts'
import { recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { decimalText } from '../model/value-messages.ts'
import { groupName, seriesLabel } from './chart-messages.ts'
import classes from './chart-card.module.css'

/** Shows what a group measures. Hidden from screen readers, because the group's label says the same. */
export function ChartCard({
  chart,
  shown: { of: index, box },
  position,
  counts,
}: {
  readonly chart: Chart
  /** The group by its place. */
  readonly shown: ShownCard<number>
  readonly position: 'right-start' | 'bottom'
  /** Whether records are counted: then their number isn't repeated. */
  readonly counts: boolean
}): ReactElement | null {
  const dates = useDates()
  const group = chart.groups[index]
  if (group === undefined) return null
  const records = chart.series.reduce((sum, { measured }) => sum + (measured[index]?.records ?? 0), 0)
  return (
    <FloatingCard key={index} box={box} position={position} testId="chart-card">
      <p className={classes['name']}>
        <bdi>{groupName(group, chart.time, dates)}</bdi>
      </p>
      <dl>
        {chart.series.map(({ name, measured }, series) =>
          measured[index]?.records === 0 && chart.series.length > 1 ? null : (
            <div key={series} className={classes['value']}>
              {name.kind !== 'all' && (
                <dt>
                  <bdi>{seriesLabel(name)}</bdi>
                </dt>
              )}
              <dd>{decimalText(measured[index]?.value ?? null)}</dd>
            </div>
          ),
        )}
      </dl>
      {!counts && <p className={classes['records']}>{recordCount(records)}</p>}
    </FloatingCard>
  )
}
