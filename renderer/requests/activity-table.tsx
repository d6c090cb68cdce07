import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { type ActivityEntry, curlCommand } from '#shared/requests/activity.ts'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { RequestTimes } from '../ui/text/request-timing.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { formatSize, resultMessage } from './activity-messages.ts'
import classes from './activity-table.module.css'

const tones = { ok: 'good', retried: 'warn', failed: 'bad' } as const

/** Renders the activity entries. If there is no room for all columns side by side, the address is below its request. */
export function ActivityTable({ entries }: { readonly entries: readonly ActivityEntry[] }): ReactElement {
  const now = useNow()
  return (
    <Table stickyHeader className={classes['table'] ?? ''} aria-label="Activity">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['time'] ?? ''}>Time</Table.Th>
          <Table.Th className={classes['what'] ?? ''}>Event</Table.Th>
          <Table.Th className={classes['address'] ?? ''}>URL or key</Table.Th>
          <Table.Th className={classes['outcome'] ?? ''}>Result</Table.Th>
          <Table.Th className={classes['duration'] ?? ''}>Duration</Table.Th>
          <Table.Th className={classes['size'] ?? ''}>Size</Table.Th>
          <Table.Th className={classes['copy'] ?? ''}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} now={now} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function ActivityLine({ entry, now }: { readonly entry: ActivityEntry; readonly now: number }): ReactElement {
  const command = curlCommand(entry)
  const { timings } = entry
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Table.Tr>
        <Table.Td className={classes['time'] ?? ''}>
          <EntryTime at={entry.at} now={now} />
        </Table.Td>
        <Table.Td className={classes['what'] ?? ''}>
          {timings === undefined ? (
            entry.what
          ) : (
            <UnstyledButton className={classes['times'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {entry.what}
              <IconChevronRight className={classes['chevron']} size={14} aria-hidden />
            </UnstyledButton>
          )}
        </Table.Td>
        <Table.Td className={classes['address'] ?? ''}>
          {entry.address !== undefined && (
            <Mono>
              {entry.method} {entry.address}
            </Mono>
          )}
          {entry.keyName !== undefined && <Mono>{entry.keyName}</Mono>}
        </Table.Td>
        <Table.Td className={classes['outcome'] ?? ''} data-tone={tones[entry.outcome]}>
          {resultMessage(entry)}
        </Table.Td>
        <Table.Td className={classes['duration'] ?? ''}>
          {entry.durationMs !== undefined && `${Math.round(entry.durationMs).toLocaleString()} ms`}
        </Table.Td>
        <Table.Td className={classes['size'] ?? ''}>{entry.size !== undefined && formatSize(entry.size)}</Table.Td>
        <Table.Td className={classes['copy'] ?? ''}>
          {command !== undefined && <CopyButton text={command} label="Copy as curl" />}
        </Table.Td>
      </Table.Tr>
      {isOpen && timings !== undefined && (
        <Table.Tr>
          <Table.Td className={classes['detail'] ?? ''} colSpan={7}>
            <RequestTimes timings={timings} durationMs={entry.durationMs ?? 0} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** Renders a time of day, with the date unless it is today. */
function EntryTime({ at, now }: { readonly at: string; readonly now: number }): ReactElement {
  const dates = useDates()
  const then = new Date(at)
  const date = dates.date(then)
  return (
    <time dateTime={at} title={date}>
      {dates.clock(then)}
      {date !== dates.date(now) && <span className={classes['day']}> {date}</span>}
    </time>
  )
}
