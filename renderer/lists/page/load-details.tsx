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

const eventNames: Readonly<Record<LoadEventKind, string>> = {
  retry: 'Retry',
  'new-token': 'New token',
  woken: 'Resumed after sleep',
  failure: 'Failed',
  warning: 'Warning',
  resumed: 'Resumed',
}

/** Formats a duration: `450 ms`, `12.4 s`, `3 min 05 s`, `2 h 10 min`. @param milliseconds 0 or more */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`
  return `${Math.floor(whole / 3600).toLocaleString()} h ${two(Math.floor(whole / 60) % 60)} min`
}

/** Lists the numbers of a load. */
export function loadFacts(report: LoadReport): { readonly label: string; readonly value: string }[] {
  const { pages, pagesBefore, records, loadingMs, waitingMs, counts } = report
  const loaded = pages - pagesBefore
  const rate = loadingMs > 0 && loaded > 0 ? ` · ${((loaded * 1000) / loadingMs).toFixed(1)} pages/s` : ''
  const ofThem = pagesBefore === 0 ? '' : ` for ${count(loaded, 'page')}`
  return [
    { label: 'Records', value: `${records.toLocaleString()} on ${count(pages, 'page')}` },
    { label: 'Loading time', value: `${durationText(loadingMs)}${ofThem}${rate}` },
    {
      label: 'Retries',
      value: counts.retry === 0 ? 'None' : `${counts.retry.toLocaleString()} (${durationText(waitingMs)} waiting)`,
    },
    { label: 'New tokens', value: counts['new-token'] === 0 ? 'None' : counts['new-token'].toLocaleString() },
    { label: 'Failures', value: counts.failure === 0 ? 'None' : counts.failure.toLocaleString() },
  ]
}

export function noEventsMessage({ pages, pagesBefore }: LoadReport): string {
  if (pagesBefore === 0) return 'No errors or retries.'
  const since = pages > pagesBefore ? ' No errors or retries since.' : ''
  return `No details for ${count(pagesBefore, 'page')} loaded earlier.${since}`
}
