import { ScrollArea, Table } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Chart, ChartGroup } from '#shared/lists/list-analysis.ts'
import { decimalText } from '../model/value-messages.ts'
import type { ChartRows } from './chart-table-rows.ts'
import classes from './chart-table.module.css'

/** Shows a chart's numbers with all digits in a table, and their totals. */
export function ChartTable({
  chart,
  rows: { groupTitle, columns, rows, totals },
  title,
  mayChoose,
  onChoose,
}: {
  readonly chart: Chart
  readonly rows: ChartRows
  readonly title: string
  readonly mayChoose: (group: ChartGroup) => boolean
  readonly onChoose: (group: ChartGroup) => void
}): ReactElement {
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
                <Numbers numbers={numbers} />
              </Table.Tr>
            )
          })}
        </Table.Tbody>
        <Table.Tfoot className={classes['totals'] ?? ''}>
          <Table.Tr>
            <Table.Th scope="row">{totals.name}</Table.Th>
            <Numbers numbers={totals.numbers} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea>
  )
}

function Numbers({ numbers }: { readonly numbers: readonly (string | null)[] }): ReactElement {
  return (
    <>
      {numbers.map((number, place) => (
        <Table.Td key={place} className={classes['number'] ?? ''}>
          {decimalText(number)}
        </Table.Td>
      ))}
    </>
  )
}
