import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { LoadEventKind, LoadReport } from '#shared/lists/load-report.ts'
import { call } from '../../platform/clavis.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { count } from '../../ui/text/count.ts'
import { Instant } from '../../ui/text/dates.tsx'
import { eventNames, noEventsMessage, loadFacts } from './load-messages.ts'
import classes from './load-details.module.css'

export function openLoadDetails(datasetId: string): void {
  openDialog('Load details', () => <LoadDetails datasetId={datasetId} />, { size: 'lg' })
}

/** Interval between two refreshes of the open dialog, milliseconds. */
const refreshInterval = 1000

function LoadDetails({ datasetId }: { readonly datasetId: string }): ReactElement | null {
  const report = useQuery({
    queryKey: ['load-report', datasetId],
    queryFn: () => call('lists.report', { datasetId }),
    refetchInterval: refreshInterval,
    gcTime: 0,
  })
  if (report.isError) return <ErrorPanel error={report.error} />
  if (report.data === undefined) return null
  return (
    <Stack gap={18}>
      <Facts
        items={[
          { label: 'Started', value: <Instant value={report.data.startedAt} withSeconds /> },
          ...loadFacts(report.data),
        ]}
      />
      <LoadEvents report={report.data} />
    </Stack>
  )
}

function LoadEvents({ report }: { readonly report: LoadReport }): ReactElement {
  const { events, olderEvents } = report
  if (events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {noEventsMessage(report)}
      </Text>
    )
  return (
    <div className={classes['events']} tabIndex={0} role="group" aria-label="Events">
      <Table stickyHeader aria-label="Events">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Page</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>Details</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.toReversed().map(({ kind, at, page, words }, index) => (
            <Table.Tr key={events.length - index}>
              <Table.Td className={classes['page'] ?? ''}>{page.toLocaleString()}</Table.Td>
              <Table.Td className={classes['kind'] ?? ''} data-tone={toneOf(kind)}>
                {eventNames[kind]}
                <span className={classes['time']}>
                  <Instant value={at} withSeconds />
                </span>
              </Table.Td>
              <Table.Td>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {olderEvents > 0 && (
        <Text size="sm" c="dimmed">
          {count(olderEvents, 'older event')} not kept.
        </Text>
      )}
    </div>
  )
}

function toneOf(kind: LoadEventKind): 'bad' | 'warn' | undefined {
  return kind === 'failure' ? 'bad' : kind === 'warning' || kind === 'retry' ? 'warn' : undefined
}
