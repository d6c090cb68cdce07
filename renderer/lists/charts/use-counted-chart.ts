import { useMemo } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { Chart, ChartDefinition, ChartGroup, SeriesName } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { coverageMessage } from '../columns/statistics-messages.ts'
import { type Analysis, type CoveredRecords, useAnalysis, useCoveredRecords } from '../columns/use-analysis.ts'
import { useMixedCurrencies } from '../columns/use-mixed-currencies.ts'
import { groupFilters } from '../filter/value-filters.ts'
import { type ChartPlan, definitionOf } from '../model/chart-plan.ts'
import { currencyOf } from '../model/currency.ts'
import { soFarMessage } from '../model/need-messages.ts'
import { chartTitle, remarks } from './chart-messages.ts'
import { type ChartRows, chartTableRows } from './chart-table-rows.ts'

/** What a chart is of. */
export interface ChartSource {
  readonly summary: DatasetSummary
  readonly named: readonly NamedColumn[]
  readonly query: ListQuery
  readonly plan: ChartPlan
  /** Loads what the chart lacks; undefined if it lacks nothing. */
  readonly needed: { readonly label: string; readonly isUnderWay: boolean; readonly run: () => void } | undefined
}

/** A chart as it is counted. */
export interface CountedChart {
  readonly analysis: Analysis<unknown>
  readonly covered: CoveredRecords
  /** Undefined until it is counted. */
  readonly chart: Chart | undefined
  /** What the chart answers: a changed plan is still being counted. */
  readonly asked: ChartDefinition
  readonly title: string
  /** What the chart covers and leaves out. */
  readonly remarks: string
  readonly rows: ChartRows | undefined
  /** Says that amounts of several currencies are added up; undefined if they aren't. */
  readonly currencies: string | undefined
  readonly currencyPath: string | undefined
  /** Returns the filters that keep a group, or a series; none if the list can't be filtered by it. */
  readonly filtersOf: (group: ChartGroup) => readonly ColumnFilter[]
  readonly seriesFiltersOf: (name: SeriesName) => readonly ColumnFilter[]
  /** Returns the filters that keep the records of a number, of all groups or series by default; undefined if none do. */
  readonly recordsOf: (group?: ChartGroup, name?: SeriesName) => readonly ColumnFilter[] | undefined
}

/** Counts a chart of the records that match a query. */
export function useCountedChart({ summary, named, query, plan, needed }: ChartSource): CountedChart {
  const dates = useDates()
  const { datasetId, columns } = summary
  const definition = useMemo(() => definitionOf(plan, dates.timeZone), [plan, dates.timeZone])
  const covered = useCoveredRecords(summary)
  const { covers } = covered
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
  const recordsOf = (group?: ChartGroup, name?: SeriesName): readonly ColumnFilter[] | undefined => {
    const parts = [
      ...(group === undefined ? [] : [filtersOf(group)]),
      ...(name === undefined || name.kind === 'all' ? [] : [seriesFiltersOf(name)]),
    ]
    // Records without a date are in no group.
    const isLeftOut = group === undefined && chart?.withoutDate !== 0
    return isLeftOut || parts.some((part) => part.length === 0) ? undefined : parts.flat()
  }
  return {
    analysis,
    covered,
    chart,
    asked,
    title,
    remarks:
      chart === undefined
        ? ''
        : [
            needed === undefined
              ? coverageMessage(chart.records, isNarrowed, summary)
              : `Part: ${soFarMessage(summary, isNarrowed ? { count: chart.records, covers } : undefined)}`,
            ...remarks(chart, asked, named),
          ].join(' · '),
    rows,
    currencies,
    currencyPath,
    filtersOf,
    seriesFiltersOf,
    recordsOf,
  }
}
