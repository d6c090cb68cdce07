import type { ColumnLayout } from './list-columns.ts'
import type { ChartPlan, ViewContent } from './list-views.ts'
import type { Column } from './list.ts'

/** Maximum number of columns that a message names. */
const maxNamed = 5

/** Paths that a view uses and that no record has: those it sorts and groups by, those of its chart, and those of its columns. */
export interface AbsentColumns {
  readonly sort: readonly string[]
  readonly groups: readonly string[]
  readonly chart: readonly string[]
  readonly columns: readonly string[]
}

/** Returns the columns of a view that are not among the known ones. Hidden ones don't count: they are not missed. */
export function absentColumns(
  {
    sort,
    groups = [],
    chart,
    columns: { order, settings },
  }: Pick<ViewContent, 'sort' | 'groups' | 'chart' | 'columns'>,
  known: readonly Column[],
): AbsentColumns {
  const areThere = new Set(known.map(({ path }) => path))
  const isAbsent = (path: string): boolean => !areThere.has(path)
  const hidden = new Set(settings.flatMap((setting) => (setting.hidden === true ? [setting.path] : [])))
  const shown = new Set([...order, ...settings.map(({ path }) => path)])
  return {
    sort: sort.map(({ path }) => path).filter(isAbsent),
    groups: groups.map(({ path }) => path).filter(isAbsent),
    chart: chart === undefined ? [] : pathsOf(chart.plan).filter(isAbsent),
    columns: [...shown].filter((path) => isAbsent(path) && !hidden.has(path)),
  }
}

/** Returns the columns that a chart shows. */
function pathsOf({ measure, splitPath, ...plan }: ChartPlan): string[] {
  const { path } = plan.kind === 'time' ? plan.dates : plan.values
  const measured = measure.kind === 'count' ? undefined : measure.path
  // A chart for which no column was found has the empty path.
  return [path, splitPath ?? '', measured ?? ''].filter((each) => each !== '')
}

/** Says which columns of a view no record has; undefined if it has all of them. */
export function absentColumnsMessage(
  name: string,
  { sort, groups, chart, columns }: AbsentColumns,
): string | undefined {
  const others = columns.filter((path) => ![...sort, ...groups, ...chart].includes(path))
  const named = [
    ...sort.map((path) => `“${path}” (sort)`),
    ...groups.map((path) => `“${path}” (group)`),
    ...chart.map((path) => `“${path}” (chart)`),
    ...others.map((path) => `“${path}”`),
  ]
  if (named.length === 0) return undefined
  const more = named.length > maxNamed ? [`${named.length - maxNamed} more`] : []
  return `View “${name}” uses columns that no loaded record has: ${[...named.slice(0, maxNamed), ...more].join(', ')}.`
}

/** Returns a layout without some columns. */
export function withoutColumns({ order, settings }: ColumnLayout, paths: readonly string[]): ColumnLayout {
  const removed = new Set(paths)
  return {
    order: order.filter((path) => !removed.has(path)),
    settings: settings.filter(({ path }) => !removed.has(path)),
  }
}
