import { Anchor, Box, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { queries } from '../../platform/queries.ts'
import { RequestErrorActions } from '../../tokens/request-error-actions.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { ListFoot } from '../browser/list-body.tsx'
import { isReloading, isLoading, rateMessage, statusMessage, type Matches } from '../model/list-messages.ts'
import type { LoadRemedies } from './load-remedies.ts'
import { RetryCountdown } from './retry-countdown.tsx'

/** Shows the state of the load below the table. */
export function ListStatus({
  summary,
  isPausing,
  onAdd,
  found,
  subject,
  isFoundAwaited,
  commands,
  children,
}: {
  readonly summary: DatasetSummary
  readonly isPausing: boolean
  /** Cancels the reload. */
  readonly onAdd: () => void
  /** The number of matches; undefined without a search. */
  readonly found: Matches | undefined
  /** The search; empty if there is none. */
  readonly subject: string
  /** Whether a search has no result yet. */
  readonly isFoundAwaited: boolean
  /** What loads the rest, beside how much is loaded; undefined if the strip above the list has it, and the pace. */
  readonly commands: ReactNode
  readonly children?: ReactNode
}): ReactElement {
  const dates = useDates()
  const { state, pages, snapshot, reload } = summary
  // Main names the loads of a watch; a person never sees these names.
  const { data: snapshots } = useQuery({ ...queries.snapshots, enabled: snapshot !== undefined })
  const isWatched = snapshots?.some(({ id, watchId }) => id === snapshot?.id && watchId !== undefined)
  // The latest pages are not searched yet, so the message will change.
  const isCounted = found === undefined || found.covers >= summary.records
  const message = statusMessage(summary, found, isPausing)
  const isFirst = state.kind === 'waiting' && pages === 0
  const reloading = isReloading(reload) ? 'Reloading…' : ''
  return (
    <ListFoot>
      <ListAnnouncer
        message={[message, reloading, isFirst ? state.reason : ''].filter((part) => part !== '').join(' · ')}
        isFinal={!isLoading(summary) && isCounted}
        // Why the first page is not there is said at once.
        subject={isFirst ? state.reason : subject}
        isPending={isFoundAwaited}
      />
      <p>{message}</p>
      {commands}
      {snapshot !== undefined && isWatched !== undefined && (
        <Text inherit c="dimmed">
          {isWatched ? 'Load of a watch' : `Snapshot “${snapshot.name}”`} · loaded{' '}
          {dates.minutes(new Date(summary.startedAt))}
        </Text>
      )}
      {state.kind === 'loading' && pages > 0 && commands !== undefined && (
        <Text inherit c="dimmed">
          {rateMessage(summary)}
        </Text>
      )}
      {state.kind === 'waiting' && commands !== undefined && (
        <RetryCountdown resumesAt={state.resumesAt} reason={state.reason} />
      )}
      {state.kind === 'complete' && state.notice !== undefined && (
        <Text inherit c="var(--clavis-warn)">
          {state.notice}
        </Text>
      )}
      {isReloading(reload) && (
        <Group gap="4px 10px">
          <Text inherit c="dimmed">
            {reloading}
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={onAdd} aria-label="Cancel reload">
            Cancel
          </Anchor>
          {reload?.kind === 'waiting' && <RetryCountdown resumesAt={reload.resumesAt} reason={reload.reason} />}
        </Group>
      )}
      {children}
    </ListFoot>
  )
}

interface ListFailureProps {
  readonly profile: Profile
  readonly summary: DatasetSummary
  readonly remedies: LoadRemedies
}

/** Explains why the load or the reload failed, and offers remedies. Loaded records stay. */
export function ListFailure({ profile, summary, remedies }: ListFailureProps): ReactElement | null {
  const dates = useDates()
  const { state, reload } = summary
  if (reload?.kind === 'failed')
    return (
      <Box mb={14}>
        <ErrorPanel
          error={ClavisError.fromValue(reload.error)}
          about={`Couldn’t reload. Showing data from ${dates.minutes(new Date(summary.startedAt))}.`}
          // A retry wouldn't make clear which field holds the records.
          {...(reload.error.code === 'list-records-ambiguous' ? {} : { onRetry: remedies.reload })}
          actions={
            <>
              <ErrorActions profile={profile} error={reload.error} onChooseMember={remedies.chooseMember} />
              <Button size="xs" variant="subtle" onClick={remedies.keep}>
                Keep current data
              </Button>
            </>
          }
        />
      </Box>
    )
  // The remedy is already running.
  if (state.kind !== 'failed' || reload !== undefined) return null
  return (
    <Box mb={14}>
      <ErrorPanel
        error={ClavisError.fromValue(state.error)}
        actions={
          <>
            <ErrorActions profile={profile} error={state.error} onChooseMember={remedies.chooseMember} />
            {state.retry && (
              <Button size="xs" onClick={remedies.retry}>
                Retry from page {state.page.toLocaleString()}
              </Button>
            )}
            {(!state.retry || state.page > 1) && (
              <SecondaryButton size="xs" onClick={remedies.reload}>
                Reload from page 1
              </SecondaryButton>
            )}
          </>
        }
      />
    </Box>
  )
}

interface ErrorActionsProps {
  readonly profile: Profile
  readonly error: ErrorValue
  readonly onChooseMember: (member: string) => void
}

/** Offers what fixes some errors for good. */
function ErrorActions({ profile, error, onChooseMember }: ErrorActionsProps): ReactElement {
  const { code, details } = error
  const candidates =
    code === 'list-records-ambiguous' || code === 'list-records-missing' || code === 'list-records-elsewhere'
      ? details?.['candidates']
      : undefined
  return (
    <>
      <RequestErrorActions profile={profile} error={ClavisError.fromValue(error)} />
      {Array.isArray(candidates) &&
        candidates.map((member) => (
          <SecondaryButton key={member} size="xs" onClick={() => onChooseMember(member)}>
            Use “{member}” as records
          </SecondaryButton>
        ))}
    </>
  )
}

/** Shortest time between two announcements of something that continues, milliseconds. */
const announceInterval = 10_000

/**
 * Announces the state of the list to screen readers: results at once, progress from time to time. Pages arrive many times a
 * second, and announcing each would never stop.
 */
function ListAnnouncer(state: AnnouncedState): ReactElement {
  return (
    <VisuallyHidden role="status" aria-label="List status">
      {useThrottled(state)}
    </VisuallyHidden>
  )
}

interface AnnouncedState {
  readonly message: string
  /** Whether the state stays until the person does something. */
  readonly isFinal: boolean
  /** What is searched for, which may change while pages load; empty if nothing is. */
  readonly subject: string
  /** Whether the search has no result yet: until then the message is about the search before. */
  readonly isPending: boolean
}

/** Throttles messages: a final one, the first after it, and one of another search pass at once, others at each interval. */
function useThrottled({ message, isFinal, subject, isPending }: AnnouncedState): string {
  const [announced, setAnnounced] = useState({ message, isFinal, subject })
  const isOther =
    announced.isFinal !== isFinal || announced.subject !== subject || (isFinal && announced.message !== message)
  if (isOther && !isPending) setAnnounced({ message, isFinal, subject })
  const announce = useEffectEvent(() => {
    if (!isPending) setAnnounced({ message, isFinal, subject })
  })
  useEffect(() => {
    if (isFinal) return undefined
    const timer = setInterval(() => announce(), announceInterval)
    return () => clearInterval(timer)
  }, [isFinal])
  return announced.message
}
