import { Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { type ActivityLine, curlCommand } from '#shared/requests/activity.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { call } from '../platform/clavis.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { type Fact, Facts } from '../ui/layout/facts.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { RequestTimes } from '../ui/text/request-timing.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { foldPages, formatSize, pagesSentence, requestSentence, resultMessage } from './request-messages.ts'
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
        {foldPages(entries).map((line) =>
          // The first page of a load stays the same while others arrive, so that an open line stays open.
          'id' in line ? <RequestLine key={line.id} entry={line} /> : <LoadLine key={line.at(-1)?.id} pages={line} />,
        )}
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

/** Renders the pages of one load as a line that opens to the pages. */
function LoadLine({ pages }: { readonly pages: readonly ActivityLine[] }): ReactElement {
  return (
    <Line
      at={pages[0]?.at ?? ''}
      tone={undefined}
      sentence={pagesSentence(pages)}
      result=""
      durationMs={pages.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)}
    >
      <ol className={classes['pages']}>
        {pages.map((page) => (
          <RequestLine key={page.id} entry={page} />
        ))}
      </ol>
    </Line>
  )
}

function RequestLine({ entry }: { readonly entry: ActivityLine }): ReactElement {
  return (
    <Line
      at={entry.at}
      tone={tones[entry.outcome]}
      sentence={requestSentence(entry)}
      result={entry.kind === 'key' && entry.outcome === 'ok' ? '' : resultMessage(entry)}
      durationMs={entry.durationMs}
    >
      <Details entry={entry} />
    </Line>
  )
}

interface LineProps {
  readonly at: string
  readonly tone: 'warn' | 'bad' | undefined
  readonly sentence: string
  readonly result: string
  readonly durationMs: number | undefined
  readonly children: ReactNode
}

/** Renders a line of the log, which opens to its children. */
function Line({ at, tone, sentence, result, durationMs, children }: LineProps): ReactElement {
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
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
          {sentence}
        </span>
        <span className={classes['result']} data-tone={tone}>
          {result}
        </span>
        <span className={classes['duration']}>
          {durationMs !== undefined && `${Math.round(durationMs).toLocaleString()} ms`}
        </span>
      </UnstyledButton>
      <div id={detailId}>{isOpen && children}</div>
    </li>
  )
}

function Details({ entry }: { readonly entry: ActivityLine }): ReactElement {
  const { id, method = 'GET', address, keyName, status, errorCode, durationMs = 0 } = entry
  // Only an opened line has them: a list of thousands would fill the memory.
  const details = useQuery({
    queryKey: ['activity.entry', id],
    queryFn: () => call('activity.entry', { id }),
    gcTime: 0,
  })
  const { size, timings } = details.data ?? {}
  const command = curlCommand(entry)
  const request = [
    ...(address === undefined
      ? []
      : [
          { label: 'Method', value: <Mono>{method}</Mono> },
          { label: 'Address', value: <Copyable text={address} label="Copy address" /> },
        ]),
    ...(keyName === undefined ? [] : [{ label: 'Key', value: <Mono>{keyName}</Mono> }]),
    ...(command === undefined ? [] : [{ label: 'curl', value: <Copyable text={command} label="Copy as curl" /> }]),
  ]
  const response = [
    ...(status === undefined ? [] : [{ label: 'Status', value: String(status) }]),
    ...(errorCode === undefined ? [] : [{ label: 'Error', value: <Mono>{errorCode}</Mono> }]),
    ...(size === undefined ? [] : [{ label: 'Size', value: formatSize(size) }]),
  ]
  return (
    <div className={classes['detail']}>
      <Part title={address === undefined ? undefined : 'Request'} facts={request} />
      <Part title={address === undefined ? undefined : 'Response'} facts={response} />
      {details.isError && <ErrorPanel error={details.error} onRetry={() => void details.refetch()} />}
      {timings !== undefined && <RequestTimes timings={timings} durationMs={durationMs} />}
    </div>
  )
}

interface PartProps {
  /** Undefined: of a use of a key, which is neither. */
  readonly title: 'Request' | 'Response' | undefined
  readonly facts: readonly Fact[]
}

/** Renders facts of a request or its response; nothing without any. */
function Part({ title, facts }: PartProps): ReactElement | null {
  if (facts.length === 0) return null
  return (
    <div>
      {title !== undefined && (
        <Title order={4} fz="xs" c="dimmed">
          {title}
        </Title>
      )}
      <Facts items={facts} />
    </div>
  )
}
