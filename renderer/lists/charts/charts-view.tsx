import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef, type ReactElement } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import type { ChartChoice } from '../model/chart-plan.ts'
import { shownTitle } from '../model/column-layout.ts'
import { ChartAnswer } from './chart-answer.tsx'
import { ChartBuilder } from './chart-builder.tsx'
import { ChartToolbar } from './chart-toolbar.tsx'
import { useCountedChart, type ChartSource } from './use-counted-chart.ts'
import classes from './charts-view.module.css'

/** Shows charts of the loaded records that match a query. */
export function ChartsView({
  summary,
  named,
  query,
  profileName,
  choice,
  needed,
  onChoice,
  onFilter,
  onRecords,
}: {
  readonly summary: DatasetSummary
  readonly named: readonly NamedColumn[]
  readonly query: ListQuery
  readonly profileName: string
  readonly choice: ChartChoice
  /** Loads what the chart lacks; undefined if it lacks nothing. */
  readonly needed: ChartSource['needed']
  readonly onChoice: (choice: ChartChoice) => void
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
  /** Filters, and shows the records. */
  readonly onRecords: (filters: readonly ColumnFilter[]) => void
}): ReactElement {
  const { plan } = choice
  // The table's header, whose menu may have led here, is gone.
  const section = useRef<HTMLElement>(null)
  useLostFocus(section)
  const source = { summary, named, query, plan, needed }
  const counted = useCountedChart(source)
  const { remarks, currencies, currencyPath } = counted
  return (
    <section ref={section} tabIndex={-1} className={classes['view']} aria-label="Charts">
      <ChartBuilder
        columns={summary.columns}
        named={named}
        plan={plan}
        onPlan={(changed) => onChoice({ ...choice, plan: changed })}
      />
      <div className={classes['chart']}>
        <ChartToolbar source={source} counted={counted} profileName={profileName} choice={choice} onChoice={onChoice} />
        <p className={classes['remarks']} role="status">
          {remarks}
        </p>
        {currencies !== undefined && (
          <Notice icon={IconAlertTriangle} role="note" aria-label="Mixed currencies">
            <p>{currencies}</p>
            <SecondaryButton
              size="compact-xs"
              onClick={() => onChoice({ ...choice, plan: { ...plan, splitPath: currencyPath } })}
            >
              Group by {shownTitle(currencyPath ?? '', named)}
            </SecondaryButton>
          </Notice>
        )}
        <ChartAnswer source={source} counted={counted} choice={choice} onFilter={onFilter} onRecords={onRecords} />
      </div>
    </section>
  )
}
