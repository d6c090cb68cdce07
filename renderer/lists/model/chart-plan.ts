import type { ChartDefinition, Grouping } from '#shared/lists/list-analysis.ts'
import type { ChartChoice, ChartPlan } from '#shared/lists/list-views.ts'
import type { Column } from '#shared/lists/list.ts'
import { dateColumns, likelyCategory, mainDate } from './chart-columns.ts'

type ValueGroups = Omit<Extract<Grouping, { kind: 'value' }>, 'kind'>

export type { ChartChoice, ChartPlan } from '#shared/lists/list-views.ts'

/** How a chart over time is drawn. By value it is bars. */
export type ChartShape = ChartChoice['shape']

/** Number of bars that are readable side by side. */
export const defaultLimit = 10
/** Maximum number of named series: as many as there are colors. */
const maxSeries = 6

/** Returns the first chart, as bars. */
export function defaultChart(columns: readonly Column[]): ChartChoice {
  return { plan: defaultPlan(columns), shape: 'bars', isTable: false }
}

/** Returns a chart with one bar for each value of a column. */
export function chartByValue(choice: ChartChoice, path: string): ChartChoice {
  const { measure, splitPath, dates, values } = choice.plan
  const most = values?.most ?? defaultLimit
  return { ...choice, plan: { measure, splitPath, kind: 'value', dates, values: { path, most } } }
}

/** Returns the plan of the first chart: records over time by the date that most of them have, otherwise by a value. */
export function defaultPlan(columns: readonly Column[]): ChartPlan {
  const date = mainDate(columns)
  const chosen = { measure: { kind: 'count' }, splitPath: undefined } as const
  return date === undefined
    ? { ...chosen, kind: 'value', dates: undefined, values: firstValues(columns, undefined) }
    : { ...chosen, kind: 'time', dates: { path: date.path, unit: 'automatic' }, values: undefined }
}

/** Returns the plan with another kind of chart, as it was last shown, or with suitable columns. */
export function withKind(plan: ChartPlan, kind: Grouping['kind'], columns: readonly Column[]): ChartPlan {
  const { dates, values } = plan
  if (kind === 'value') return { ...plan, kind, dates, values: values ?? firstValues(columns, plan.splitPath) }
  const date = mainDate(columns) ?? dateColumns(columns).perhaps[0]
  return { ...plan, kind, dates: dates ?? { path: date?.path ?? '', unit: 'automatic' }, values }
}

/** Returns the definition that a plan asks. @param timeZone of days and hours, IANA */
export function definitionOf(plan: ChartPlan, timeZone: string): ChartDefinition {
  const { measure, splitPath } = plan
  return {
    measure,
    grouping: groupingOf(plan),
    ...(splitPath !== undefined ? { split: { path: splitPath, most: maxSeries } } : {}),
    timeZone,
  }
}

function groupingOf(plan: ChartPlan): Grouping {
  switch (plan.kind) {
    case 'time':
      return { kind: plan.kind, ...plan.dates }
    case 'value':
      return { kind: plan.kind, ...plan.values }
  }
}

function firstValues(columns: readonly Column[], splitPath: string | undefined): ValueGroups {
  return { path: likelyCategory(columns, splitPath)?.path ?? '', most: defaultLimit }
}
