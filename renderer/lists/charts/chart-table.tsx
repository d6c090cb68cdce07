import { ScrollArea, Table } from '@mantine/core'
import type { ReactElement } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { Chart, ChartGroup, ChartDefinition } from '#shared/lists/list-analysis.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { shownTitle } from '../model/column-layout.ts'
import { decimalText } from '../model/value-messages.ts'
import { groupName, measureLabel, seriesLabel } from './chart-messages.ts'
import classes from './chart-table.module.css'

/** Shows a chart's numbers with all digits in a table. */
export function ChartTable({
  chart,
  definition,
  named,
  title,
  mayChoose,
  onChoose,
}: {
  readonly chart: Chart
  readonly definition: ChartDefinition
  readonly named: readonly NamedColumn[]
  readonly title: string
  readonly mayChoose: (group: ChartGroup) => boolean
  readonly onChoose: (group: ChartGroup) => void
}): ReactElement {
  const dates = useDates()
  const counts = definition.measure.kind === 'count'
  const isOne = chart.series.length === 1 && chart.series[0]?.name.kind === 'all'
  return (
    <ScrollArea
      className={classes['scroll'] ?? ''}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
    >
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <bdi>{shownTitle(definition.grouping.path, named)}</bdi>
            </Table.Th>
            {chart.series.map(({ name }, place) => (
              <Table.Th key={place} scope="col" className={classes['number'] ?? ''}>
                {isOne ? measureLabel(definition.measure, named) : <bdi>{seriesLabel(name)}</bdi>}
              </Table.Th>
            ))}
            {isOne && !counts && (
              <Table.Th scope="col" className={classes['number'] ?? ''}>
                Records
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chart.groups.map((group, index) => (
            <Table.Tr key={index}>
              <Table.Th scope="row" className={classes['name'] ?? ''}>
                {mayChoose(group) ? (
                  <button type="button" className={classes['choose']} onClick={() => onChoose(group)}>
                    <bdi>{groupName(group, chart.time, dates)}</bdi>
                  </button>
                ) : (
                  <bdi>{groupName(group, chart.time, dates)}</bdi>
                )}
              </Table.Th>
              {chart.series.map(({ measured }, place) => (
                <Table.Td key={place} className={classes['number'] ?? ''}>
                  {decimalText(measured[index]?.value ?? null)}
                </Table.Td>
              ))}
              {isOne && !counts && (
                <Table.Td className={classes['number'] ?? ''}>
                  {(chart.series[0]?.measured[index]?.records ?? 0).toLocaleString()}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
