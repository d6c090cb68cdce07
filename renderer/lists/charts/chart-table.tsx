import { ScrollArea, Table } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Chart, ChartGroup, SeriesName } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { decimalText } from '../model/value-messages.ts'
import type { ChartRows } from './chart-table-rows.ts'
import classes from './chart-table.module.css'

type RecordFilters = readonly ColumnFilter[]

/** Shows a chart's numbers with all digits in a table, and their totals. */
export function ChartTable({
  chart,
  rows: { groupTitle, columns, rows, totals },
  title,
  mayChoose,
  onChoose,
  recordsOf,
  onRecords,
}: {
  readonly chart: Chart
  readonly rows: ChartRows
  readonly title: string
  readonly mayChoose: (group: ChartGroup) => boolean
  readonly onChoose: (group: ChartGroup) => void
  /** Returns the filters that keep the records of a number; undefined if none do. */
  readonly recordsOf: (group: ChartGroup | undefined, series: SeriesName | undefined) => RecordFilters | undefined
  /** Shows the records of a number. */
  readonly onRecords: (filters: RecordFilters) => void
}): ReactElement {
  /** Renders the numbers of a group, or those of all groups. */
  function toNumbers(index: number | undefined, numbers: readonly (string | null)[]): ReactElement {
    const group = index === undefined ? undefined : chart.groups[index]
    const filters = numbers.map((_, place) => {
      const series = chart.series[place]
      const measured =
        index === undefined ? (series?.total ?? chart.total) : (series?.measured[index] ?? chart.totals[index])
      return measured === undefined || measured.records === 0 ? undefined : recordsOf(group, series?.name)
    })
    return <Numbers numbers={numbers} filters={filters} onRecords={onRecords} />
  }
  return (
    <ScrollArea
      className={classes['scroll'] ?? ''}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {[groupTitle, ...columns].map((name, place) => (
              <Table.Th key={place} scope="col" className={place === 0 ? '' : (classes['number'] ?? '')}>
                <bdi>{name}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, numbers }, index) => {
            const group = chart.groups[index]
            return (
              <Table.Tr key={index}>
                <Table.Th scope="row" className={classes['name'] ?? ''}>
                  {group !== undefined && mayChoose(group) ? (
                    <button type="button" className={classes['choose']} onClick={() => onChoose(group)}>
                      <bdi>{name}</bdi>
                    </button>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                </Table.Th>
                {toNumbers(index, numbers)}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
        <Table.Tfoot className={classes['totals'] ?? ''}>
          <Table.Tr>
            <Table.Th scope="row">{totals.name}</Table.Th>
            {toNumbers(undefined, totals.numbers)}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea>
  )
}

interface NumbersProps {
  readonly numbers: readonly (string | null)[]
  /** For each number the filters that keep its records; undefined if none do. */
  readonly filters: readonly (RecordFilters | undefined)[]
  readonly onRecords: (filters: RecordFilters) => void
}

function Numbers({ numbers, filters, onRecords }: NumbersProps): ReactElement {
  return (
    <>
      {numbers.map((number, place) => {
        const kept = filters[place]
        return (
          <Table.Td key={place} className={classes['number'] ?? ''}>
            {kept === undefined ? (
              decimalText(number)
            ) : (
              <button type="button" className={classes['records']} title="Show records" onClick={() => onRecords(kept)}>
                {decimalText(number)}
              </button>
            )}
          </Table.Td>
        )
      })}
    </>
  )
}
