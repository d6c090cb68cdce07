import { Button, EmptyState, Group, Menu, SegmentedControl, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconChartBar, IconChevronDown, IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactElement, useId, useMemo } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import { csvTable } from '#shared/lists/csv-cell.ts'
import type { ChartGroup, SeriesName } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import { call } from '../../platform/clavis.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { copyText } from '../../ui/text/copy-button.tsx'
import { recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { CountingProgress } from '../columns/counting-progress.tsx'
import { coverageMessage } from '../columns/statistics-messages.ts'
import { useAnalysis, useCoveredRecords } from '../columns/use-analysis.ts'
import { useMixedCurrencies } from '../columns/use-mixed-currencies.ts'
import { shownFilterLabel } from '../filter/list-filters.ts'
import { groupFilters } from '../filter/value-filters.ts'
import { type ChartChoice, definitionOf } from '../model/chart-plan.ts'
import { shownTitle } from '../model/column-layout.ts'
import { currencyOf } from '../model/currency.ts'
import { searchTermText } from '../model/list-messages.ts'
import { ChartBuilder } from './chart-builder.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { chartTitle, remarks } from './chart-messages.ts'
import { ChartPicture } from './chart-picture.tsx'
import { chartTableRows, spreadsheetRows } from './chart-table-rows.ts'
import { ChartTable } from './chart-table.tsx'
import { saveChart, saveTable } from './save-chart.ts'
import classes from './charts-view.module.css'

const pictures = {
  time: [
    { value: 'bars', label: 'Bars' },
    { value: 'lines', label: 'Lines' },
  ],
  value: [{ value: 'picture', label: 'Bars' }],
} as const

/** Shows charts of the loaded records that match a query. */
export function ChartsView({
  summary,
  named,
  query,
  profileName,
  choice,
  onChoice,
  onFilter,
}: {
  readonly summary: DatasetSummary
  readonly named: readonly NamedColumn[]
  readonly query: ListQuery
  readonly profileName: string
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
}): ReactElement {
  const titleId = useId()
  const dates = useDates()
  const { datasetId, columns } = summary
  const { plan, shape, isTable } = choice
  const definition = useMemo(() => definitionOf(plan, dates.timeZone), [plan, dates.timeZone])
  const { covers, since, coverAll } = useCoveredRecords(summary)
  const analysis = useAnalysis({
    datasetId,
    key: ['chart', query, definition],
    covers,
    // Together with the definition, so that the answer is never shown for another one.
    ask: async (analysisId) => ({
      asked: definition,
      chart: await call('lists.chart', { datasetId, analysisId, query, definition }),
    }),
  })
  const currencyPath = definition.measure.kind === 'count' ? undefined : currencyOf(definition.measure.path, columns)
  const isByCurrency = definition.split?.path === currencyPath || definition.grouping.path === currencyPath
  const currencies = useMixedCurrencies(summary, query, isByCurrency ? undefined : currencyPath, covers)
  const { asked, chart } = analysis.data ?? { asked: definition, chart: undefined }
  const title = chartTitle(asked, chart, named)
  const isNarrowed = query.search.length > 0 || query.filters.length > 0
  const hasPicture = chart !== undefined && chart.groups.length > 0
  const rows = useMemo(
    () => (chart === undefined ? undefined : chartTableRows(chart, asked, named, dates)),
    [chart, asked, named, dates],
  )

  const keeping = (
    path: string,
    group: ChartGroup | SeriesName,
    all: readonly (ChartGroup | SeriesName)[],
  ): ColumnFilter[] => groupFilters(path, group, all, chart?.withLists.includes(path) === true)
  const filtersOf = (group: ChartGroup): ColumnFilter[] =>
    chart === undefined ? [] : keeping(asked.grouping.path, group, chart.groups)
  const seriesFiltersOf = (name: SeriesName): ColumnFilter[] =>
    chart === undefined || asked.split === undefined
      ? []
      : keeping(
          asked.split.path,
          name,
          chart.series.map((series) => series.name),
        )
  const lines =
    chart === undefined
      ? []
      : [[coverageMessage(chart.records, isNarrowed, summary), ...remarks(chart, asked, named)].join(' · ')]

  function save(format: 'svg' | 'png'): void {
    if (chart === undefined) return
    const narrowing = [
      ...query.search.map(searchTermText),
      ...query.filters.map((filter) => shownFilterLabel(filter, named, dates)),
    ]
    const date = dates.minutes(new Date())
    const source = [`${profileName}, ${listTitles[summary.list].toLowerCase()}`, ...narrowing, date].join(' · ')
    const remarksInFile = [source, ...lines, ...(currencies === undefined ? [] : [currencies])]
    void saveChart({ chart, definition: asked, shape, title, remarks: remarksInFile, dates }, summary.list, format)
  }

  return (
    <section className={classes['view']} aria-label="Charts">
      <ChartBuilder
        columns={columns}
        named={named}
        plan={plan}
        onPlan={(changed) => onChoice({ ...choice, plan: changed })}
      />
      <div className={classes['chart']}>
        <Group justify="space-between" gap="6px 16px">
          <h3 className={classes['title']} id={titleId}>
            {title}
          </h3>
          <Group gap="xs" ml="auto">
            <CountingProgress analysis={analysis} records={covers} />
            {since > 0 && !analysis.isCounting && (
              <SecondaryButton size="compact-sm" onClick={coverAll}>
                Include {recordCount(since)} more
              </SecondaryButton>
            )}
            <SegmentedControl
              aria-label="Show as"
              value={isTable ? 'table' : definition.grouping.kind === 'time' ? shape : 'picture'}
              data={[...pictures[definition.grouping.kind], { value: 'table' as const, label: 'Table' }]}
              onChange={(value) =>
                onChoice({
                  ...choice,
                  shape: value === 'lines' || value === 'bars' ? value : shape,
                  isTable: value === 'table',
                })
              }
            />
            {isTable && (
              <SecondaryButton
                size="compact-sm"
                icon={IconCopy}
                disabled={!hasPicture || rows === undefined}
                onClick={() => rows && copyText(csvTable(spreadsheetRows(rows), 'tab'), 'Copied the table')}
              >
                Copy
              </SecondaryButton>
            )}
            <Menu position="bottom-end" width={190}>
              <Menu.Target>
                <SecondaryButton
                  size="compact-sm"
                  leftSection={<IconDownload size={14} />}
                  rightSection={<IconChevronDown size={13} />}
                  disabled={!hasPicture}
                >
                  Save chart
                </SecondaryButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('svg')}>SVG (scalable)</Menu.Item>
                <Menu.Item onClick={() => save('png')}>PNG (image)</Menu.Item>
                <Menu.Item onClick={() => rows && void saveTable(rows, summary.list)}>CSV (table)</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
        <p className={classes['remarks']} role="status">
          {lines.join(' ')}
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
        {chart !== undefined && chart.series.length > 1 && (
          <ChartLegend
            chart={chart}
            shape={asked.grouping.kind === 'time' ? shape : 'bars'}
            mayChoose={(name) => seriesFiltersOf(name).length > 0}
            onChoose={(name) => onFilter(seriesFiltersOf(name))}
          />
        )}
        {analysis.error !== null && <ErrorPanel error={analysis.error} onRetry={analysis.retry} />}
        {chart === undefined && analysis.error === null && analysis.isCounting && (
          <Later>
            <Skeleton height={260} />
          </Later>
        )}
        {chart === undefined && analysis.error === null && !analysis.isCounting && (
          <EmptyState
            icon={<IconChartBar />}
            title="Counting cancelled"
            description="Finish counting to see the chart."
          >
            <EmptyState.Actions>
              <Button onClick={analysis.retry}>Count again</Button>
            </EmptyState.Actions>
          </EmptyState>
        )}
        {chart !== undefined && !hasPicture && (
          <EmptyState
            icon={<IconChartBar />}
            title="No data"
            description={
              chart.records === 0
                ? 'No records match your search.'
                : 'No record has a date in this field. Choose another field.'
            }
          />
        )}
        {hasPicture &&
          (isTable && rows !== undefined ? (
            <ChartTable
              chart={chart}
              rows={rows}
              title={title}
              mayChoose={(group) => filtersOf(group).length > 0}
              onChoose={(group) => onFilter(filtersOf(group))}
            />
          ) : (
            <ChartPicture
              chart={chart}
              definition={asked}
              shape={shape}
              title={`${title}. ${lines.join(' ')}`}
              mayChoose={(group) => filtersOf(group).length > 0}
              onChoose={(group) => onFilter(filtersOf(group))}
            />
          ))}
      </div>
    </section>
  )
}
