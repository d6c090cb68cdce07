import type { ReactElement } from 'react'
import type { Chart } from '../../../shared/model/lists/list-analysis.ts'
import { FloatingCard } from '../../ui/layout/floating-card.tsx'
import { recordCount } from '../../ui/text/count.ts'
import { groupName, seriesLabel } from './drawing/messages.ts'
import { decimalText } from '../model/value-messages.ts'
import classes from './chart-card.module.css'

/** The group that a card is shown for, and where it is in the window. */
export interface ShownGroup {
  readonly index: number
  readonly box: DOMRect
}

/** What a group measures. It repeats the group's label for the eye, so that it is hidden from screen readers. */
export function ChartCard({
  chart,
  shown: { index, box },
  position,
  counts,
}: {
  readonly chart: Chart
  readonly shown: ShownGroup
  readonly position: 'right-start' | 'bottom' | 'top'
  /** Whether records are counted, so that their number need not be said twice. */
  readonly counts: boolean
}): ReactElement | null {
  const group = chart.groups[index]
  if (group === undefined) return null
  const records = chart.series.reduce((sum, { measured }) => sum + (measured[index]?.records ?? 0), 0)
  return (
    <FloatingCard key={index} box={box} position={position} testId="chart-card">
      <p className={classes['name']}>{groupName(group, chart.time)}</p>
      <dl className={classes['values']}>
        {chart.series.map(({ name, measured }, series) =>
          measured[index]?.records === 0 && chart.series.length > 1 ? null : (
            <div key={series} className={classes['value']}>
              {name.kind !== 'all' && <dt>{seriesLabel(name)}</dt>}
              <dd>{decimalText(measured[index]?.value ?? null)}</dd>
            </div>
          ),
        )}
      </dl>
      {!counts && <p className={classes['records']}>{recordCount(records)}</p>}
    </FloatingCard>
  )
}
