import { Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import { type ActivityLine, curlCommand } from '#shared/requests/activity.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { call } from '../platform/clavis.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { RequestTimes } from '../ui/text/request-timing.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { formatSize, requestSentence, resultMessage } from './request-messages.ts'
import classes from './requests.module.css'

const tones = { ok: undefined, retried: 'warn', failed: 'bad' } as const

/** Renders requests and uses of keys by day, one line each; a line opens to its details. @param entries newest first */
export function RequestDays({ entries }: { readonly entries: readonly ActivityLine[] }): ReactElement {
  const now = useNow()
  const dates = useDates()
  const days = Map.groupBy(entries, ({ at }) => dates.date(new Date(at)))
  return (
    <>
      {[...days].map(([date, own]) => (
        <Day key={date} title={dayTitle(own[0]?.at ?? '', date, now, dates)} entries={own} />
      ))}
    </>
  )
}

function Day({ title, entries }: { readonly title: string; readonly entries: readonly ActivityLine[] }): ReactElement {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} fz="sm" id={titleId} className={classes['day'] ?? ''}>
        {title}
      </Title>
      <ol>
        {entries.map((entry) => (
          <RequestLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function dayTitle(at: string, date: string, now: number, { timeZone, parts }: DateText): string {
  const days = calendarDays(Date.parse(at), now, timeZone)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return `${parts(new Date(at), { weekday: 'long' })}, ${date}`
}

function RequestLine({ entry }: { readonly entry: ActivityLine }): ReactElement {
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const { at, durationMs } = entry
  const tone = tones[entry.outcome]
  return (
    <li className={classes['entry']}>
      <UnstyledButton
        className={classes['line']}
        aria-expanded={isOpen}
        aria-controls={detailId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight className={classes['chevron']} size={14} aria-hidden />
        <time className={classes['time']} dateTime={at}>
          {dates.clock(new Date(at))}
        </time>
        <span className={classes['sentence']} data-tone={tone}>
          {requestSentence(entry)}
        </span>
        <span className={classes['result']} data-tone={tone}>
          {entry.kind === 'key' && entry.outcome === 'ok' ? '' : resultMessage(entry)}
        </span>
        <span className={classes['duration']}>
          {durationMs !== undefined && `${Math.round(durationMs).toLocaleString()} ms`}
        </span>
      </UnstyledButton>
      <div id={detailId}>{isOpen && <Details entry={entry} />}</div>
    </li>
  )
}

function Details({ entry }: { readonly entry: ActivityLine }): ReactElement {
  const { id, address, keyName, errorCode, durationMs = 0 } = entry
  // Only an opened line has them: a list of thousands would fill the memory.
  const details = useQuery({
    queryKey: ['activity.entry', id],
    queryFn: () => call('activity.entry', { id }),
    gcTime: 0,
  })
  const { size, timings } = details.data ?? {}
  const command = curlCommand(entry)
  const facts = [
    ...(address === undefined ? [] : [{ label: 'Address', value: <Copyable text={address} label="Copy address" /> }]),
    ...(keyName === undefined ? [] : [{ label: 'Key', value: <Mono>{keyName}</Mono> }]),
    ...(errorCode === undefined ? [] : [{ label: 'Error', value: <Mono>{errorCode}</Mono> }]),
    ...(size === undefined ? [] : [{ label: 'Response size', value: formatSize(size) }]),
    ...(command === undefined ? [] : [{ label: 'curl', value: <Copyable text={command} label="Copy as curl" /> }]),
  ]
  return (
    <div className={classes['detail']}>
      {facts.length > 0 && <Facts items={facts} />}
      {details.isError && <ErrorPanel error={details.error} onRetry={() => void details.refetch()} />}
      {timings !== undefined && <RequestTimes timings={timings} durationMs={durationMs} />}
    </div>
  )
}
