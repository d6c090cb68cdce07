import { Button, EmptyState, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ChartGroup } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import type { ChartChoice } from '../model/chart-plan.ts'
import { noneSoFarMessage } from '../model/need-messages.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { ChartTable } from './chart-table.tsx'
import type { ChartSource, CountedChart } from './use-counted-chart.ts'

/** Shows a chart as picture or table, or why there is none. */
export function ChartAnswer({
  source: { summary, needed },
  counted: { analysis, chart, asked, title, remarks, rows, filtersOf, seriesFiltersOf, recordsOf },
  choice: { shape, isTable },
  onFilter,
  onRecords,
}: {
  readonly source: ChartSource
  readonly counted: CountedChart
  readonly choice: ChartChoice
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
  /** Filters, and shows the records. */
  readonly onRecords: (filters: readonly ColumnFilter[]) => void
}): ReactElement {
  if (chart === undefined) {
    if (analysis.error !== null) return <ErrorPanel error={analysis.error} onRetry={analysis.retry} />
    if (analysis.isCounting)
      return (
        <Later>
          <Skeleton height={260} />
        </Later>
      )
    return (
      <EmptyState icon={<IconChartBar />} title="Counting cancelled" description="Finish counting to see the chart.">
        <EmptyState.Actions>
          <Button onClick={analysis.retry}>Count again</Button>
        </EmptyState.Actions>
      </EmptyState>
    )
  }
  const choosing = {
    mayChoose: (group: ChartGroup) => filtersOf(group).length > 0,
    onChoose: (group: ChartGroup) => onFilter(filtersOf(group)),
  }
  return (
    <>
      {chart.series.length > 1 && (
        <ChartLegend
          chart={chart}
          shape={asked.grouping.kind === 'time' ? shape : 'bars'}
          mayChoose={(name) => seriesFiltersOf(name).length > 0}
          onChoose={(name) => onFilter(seriesFiltersOf(name))}
        />
      )}
      {analysis.error !== null && <ErrorPanel error={analysis.error} onRetry={analysis.retry} />}
      {chart.groups.length === 0 ? (
        <EmptyState
          icon={<IconChartBar />}
          title={chart.records === 0 && needed !== undefined ? noneSoFarMessage(summary) : 'No data'}
          description={
            chart.records === 0
              ? needed === undefined
                ? 'No records match your search.'
                : 'No loaded records match your search. More records are available.'
              : 'No record has a date in this field. Choose another field.'
          }
        >
          {needed?.isUnderWay === false && (
            <EmptyState.Actions>
              <Button onClick={needed.run}>{needed.label}</Button>
            </EmptyState.Actions>
          )}
        </EmptyState>
      ) : isTable && rows !== undefined ? (
        <ChartTable chart={chart} rows={rows} title={title} recordsOf={recordsOf} onRecords={onRecords} {...choosing} />
      ) : (
        <ChartPicture chart={chart} definition={asked} shape={shape} title={`${title}. ${remarks}`} {...choosing} />
      )}
    </>
  )
}
