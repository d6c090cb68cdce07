import type { ChartQuestion } from '../../../shared/model/list-analysis.ts'
import type { Column } from '../../../shared/model/list.ts'

/** Bars that are readable beside each other. */
export const firstMost = 10

/** The time zone of the person's computer. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Columns that may hold dates, those that hold nothing else first. */
export function dateColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'datetime'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** Columns that may hold numbers, also such that are sent as text; those that hold nothing else first. */
export function numberColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'number'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** The date that most records have, of columns that hold nothing else. */
export function mainDate(columns: readonly Column[]): Column | undefined {
  return dateColumns(columns).sure.reduce<Column | undefined>(
    (best, each) => (best === undefined || each.filled > best.filled ? each : best),
    undefined,
  )
}

/** The chart that is shown first: records over time by the date that most of them have, or else by a value. */
export function firstQuestion(columns: readonly Column[], timeZone: string): ChartQuestion {
  const date = mainDate(columns)
  const measure = { kind: 'count' } as const
  if (date !== undefined) return { measure, grouping: { kind: 'time', path: date.path, unit: 'automatic' }, timeZone }
  const path = columns.find(({ type }) => type === 'boolean' || type === 'text')?.path ?? columns[0]?.path ?? ''
  return { measure, grouping: { kind: 'value', path, most: firstMost }, timeZone }
}
