import { Anchor, Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { RunSummary } from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { TrustButton } from '../trust/trust-button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useNow } from '../ui/use-now.ts'
import { ListAnnouncer } from './list-announcer.tsx'
import { isUnderWay, paceWords, runWords, searchWords } from './list-words.ts'
import { openRunReport } from './run-report.tsx'
import classes from './lists-page.module.css'

const readAt = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Where the reading stands, below the table. */
export function ListStatus({
  summary,
  found,
  children,
}: {
  readonly summary: RunSummary
  /** How many rows a search or filters left of how many records; undefined where there are none. */
  readonly found: { readonly count: number; readonly covers: number } | undefined
  /** What more stands in the line. */
  readonly children?: ReactNode
}): ReactElement {
  const { state, pages, snapshot } = summary
  const among = found === undefined ? [] : [searchWords(found.count, { ...summary, records: found.covers })]
  const words = [runWords(summary), ...among].join(' ')
  return (
    <div className={classes['status']}>
      <ListAnnouncer words={words} isFinal={!isUnderWay(summary)} />
      <p className={classes['statusWords']}>{words}</p>
      {snapshot !== undefined && (
        <p className={classes['quiet']}>
          Kept as “{snapshot.name}”, read {readAt.format(new Date(summary.startedAt))}
        </p>
      )}
      {state.kind === 'loading' && pages > 0 && <p className={classes['quiet']}>{paceWords(summary)}</p>}
      {state.kind === 'waiting' && <Waiting resumesAt={state.resumesAt} reason={state.reason} />}
      {state.kind === 'complete' && state.notice !== undefined && <p className={classes['notice']}>{state.notice}</p>}
      {pages > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={() => openRunReport(summary.runId)}>
          How it went
        </Anchor>
      )}
      {children}
    </div>
  )
}

function Waiting({ resumesAt, reason }: { readonly resumesAt: string; readonly reason: string }): ReactElement {
  const left = Math.max(0, Math.ceil((Date.parse(resumesAt) - useNow(500)) / 1000))
  return (
    <p className={classes['notice']}>
      {reason} Goes on in {left} s.
    </p>
  )
}

/** Why the reading ended early, and the ways on from there. Everything before stays. */
export function ListFailure({
  profile,
  summary,
  onRetry,
  onRestart,
  onChooseMember,
}: {
  readonly profile: Profile
  readonly summary: RunSummary
  readonly onRetry: () => void
  readonly onRestart: () => void
  readonly onChooseMember: (member: string) => void
}): ReactElement | null {
  const { state } = summary
  if (state.kind !== 'failed') return null
  const candidates =
    state.error.code === 'list-records-ambiguous' || state.error.code === 'list-records-missing'
      ? state.error.details?.['candidates']
      : undefined
  return (
    <div className={classes['failure']}>
      <ErrorPanel
        error={ClavisError.fromValue(state.error)}
        actions={
          <>
            <TrustButton profile={profile} error={ClavisError.fromValue(state.error)} />
            {Array.isArray(candidates) &&
              candidates.map((member) => (
                <Button key={member} size="xs" variant="default" onClick={() => onChooseMember(member)}>
                  Records are in “{member}”
                </Button>
              ))}
            {state.retry && (
              <Button size="xs" onClick={onRetry}>
                Retry from page {state.page.toLocaleString()}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={onRestart}>
              Start again
            </Button>
          </>
        }
      />
    </div>
  )
}
