import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { shownTitle } from '../model/column-layout.ts'
import { groupName } from '../model/time-messages.ts'
import { seriesLabel } from '../model/value-messages.ts'
import { measureLabel } from './chart-messages.ts'

/** A chart's numbers as rows: null where there is nothing to measure. Each row has a number for each of `columns`. */
export interface ChartRows {
  readonly groupTitle: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly numbers: readonly (string | null)[] }[]
  /** All rows together. */
  readonly totals: { readonly name: string; readonly numbers: readonly (string | null)[] }
}

/** Returns the rows of a chart's table, with all digits and the totals that main calculated. */
export function chartTableRows(
  chart: Chart,
  { measure, grouping }: ChartDefinition,
  named: readonly NamedColumn[],
  dates: DateText,
): ChartRows {
  const { series, groups, totals, total, time } = chart
  const isOne = series.length === 1 && series[0]?.name.kind === 'all'
  const totalName = measure.kind === 'count' || measure.kind === 'sum' ? 'Total' : 'All'
  // Beside a measure of another column, the number of records says what it is from.
  const hasRecords = isOne && measure.kind !== 'count'
  return {
    groupTitle: shownTitle(grouping.path, named),
    columns: isOne
      ? [measureLabel(measure, named), ...(hasRecords ? ['Records'] : [])]
      : [...series.map(({ name }) => seriesLabel(name)), totalName],
    rows: groups.map((group, index) => {
      const all = totals[index]
      return {
        name: groupName(group, time, dates),
        numbers: [
          ...(isOne ? [] : series.map(({ measured }) => measured[index]?.value ?? null)),
          all?.value ?? null,
          ...(hasRecords ? [String(all?.records ?? 0)] : []),
        ],
      }
    }),
    totals: {
      name: totalName,
      numbers: [
        ...(isOne ? [] : series.map((each) => each.total.value)),
        total.value,
        ...(hasRecords ? [String(total.records)] : []),
      ],
    },
  }
}

/** Returns the table as lines of cells for a spreadsheet, numbers as plain decimals. */
export function spreadsheetRows({ groupTitle, columns, rows, totals }: ChartRows): string[][] {
  return [
    [groupTitle, ...columns],
    ...[...rows, totals].map(({ name, numbers }) => [name, ...numbers.map((number) => number ?? '')]),
  ]
}
