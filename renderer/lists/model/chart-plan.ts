import type { ChartQuestion, Grouping, Measure } from '../../../shared/model/lists/list-analysis.ts'
import type { Column } from '../../../shared/model/lists/list.ts'
import { dateColumns, likelyCategory, mainDate } from './chart-columns.ts'

type TimeGroups = Omit<Extract<Grouping, { kind: 'time' }>, 'kind'>
type ValueGroups = Omit<Extract<Grouping, { kind: 'value' }>, 'kind'>

/**
 * What a person chose for a chart, also for the kinds that they do not look at now: who comes back to one finds it as it
 * was. A kind has no choices (undefined) until it is looked at for the first time.
 */
export type ChartPlan = {
  readonly measure: Measure
  /** Whose values have series of their own, where the kind has series. */
  readonly splitPath: string | undefined
  readonly timeZone: string
} & (
  | {
      readonly kind: 'time' | 'weekday-hour'
      /** A heat map has the date of a chart over time; its unit is the hour. */
      readonly dates: TimeGroups
      readonly values: ValueGroups | undefined
    }
  | { readonly kind: 'value'; readonly dates: TimeGroups | undefined; readonly values: ValueGroups }
)

/** How a chart is drawn. By value it is bars, by weekday and hour a heat map. */
export type ChartShape = 'bars' | 'lines'

/** How the charts of a list are shown; kept while the person looks at its table. */
export interface ChartChoice {
  readonly plan: ChartPlan
  /** How charts over time are drawn. */
  readonly shape: ChartShape
  readonly isTable: boolean
}

/** Bars that are readable beside each other. */
export const defaultLimit = 10
/** Values that get a series of their own: as many as there are colours. */
const maxSeries = 6

/** The chart that is shown first: records over time by the date that most of them have, or else by a value. */
export function defaultPlan(columns: readonly Column[], timeZone: string): ChartPlan {
  const date = mainDate(columns)
  const chosen = { measure: { kind: 'count' }, splitPath: undefined, timeZone } as const
  return date === undefined
    ? { ...chosen, kind: 'value', dates: undefined, values: firstValues(columns, undefined) }
    : { ...chosen, kind: 'time', dates: { path: date.path, unit: 'automatic' }, values: undefined }
}

/** The plan with a chart of another kind: as it was when that was looked at last, or with what suits the columns. */
export function withKind(plan: ChartPlan, kind: Grouping['kind'], columns: readonly Column[]): ChartPlan {
  const { dates, values } = plan
  if (kind === 'value') return { ...plan, kind, dates, values: values ?? firstValues(columns, plan.splitPath) }
  const date = mainDate(columns) ?? dateColumns(columns).perhaps[0]
  return { ...plan, kind, dates: dates ?? { path: date?.path ?? '', unit: 'automatic' }, values }
}

/** What is counted for a plan. */
export function questionOf(plan: ChartPlan): ChartQuestion {
  const { measure, splitPath, timeZone } = plan
  // A heat map has one colour for each hour.
  const isSplit = splitPath !== undefined && plan.kind !== 'weekday-hour'
  return {
    measure,
    grouping: groupingOf(plan),
    ...(isSplit ? { split: { path: splitPath, most: maxSeries } } : {}),
    timeZone,
  }
}

function groupingOf(plan: ChartPlan): Grouping {
  switch (plan.kind) {
    case 'time':
      return { kind: plan.kind, ...plan.dates }
    case 'value':
      return { kind: plan.kind, ...plan.values }
    case 'weekday-hour':
      return { kind: plan.kind, path: plan.dates.path }
  }
}

function firstValues(columns: readonly Column[], splitPath: string | undefined): ValueGroups {
  return { path: likelyCategory(columns, splitPath)?.path ?? '', most: defaultLimit }
}
