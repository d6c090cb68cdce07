import { Anchor, Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { RunSummary } from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { TrustButton } from '../trust/trust-button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useNow } from '../ui/use-now.ts'
import { runWords, searchWords } from './list-words.ts'
import { openRunReport } from './run-report.tsx'
import classes from './lists-page.module.css'

const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Where the reading stands, below the table. */
export function ListStatus({
  summary,
  found,
}: {
  readonly summary: RunSummary
  /** How many rows a search left; undefined where there is none. */
  readonly found: number | undefined
}): ReactElement {
  const { state, pages, pagesPerSecond } = summary
  return (
    <div className={classes['status']}>
      <p role="status" className={classes['statusWords']}>
        {runWords(summary)} {found !== undefined && searchWords(found, summary)}
      </p>
      {state.kind === 'loading' && pages > 0 && (
        <p className={classes['quiet']}>
          {pages.toLocaleString()} pages
          {pagesPerSecond !== undefined && `, ${rate.format(pagesPerSecond)} a second`}; how many there are is known on
          the last one
        </p>
      )}
      {state.kind === 'waiting' && <Waiting resumesAt={state.resumesAt} reason={state.reason} />}
      {state.kind === 'complete' && state.notice !== undefined && <p className={classes['notice']}>{state.notice}</p>}
      {pages > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={() => openRunReport(summary.runId)}>
          How it went
        </Anchor>
      )}
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
  const { state, pages } = summary
  if (state.kind !== 'failed') return null
  const candidates =
    state.error.code === 'list-records-ambiguous' || state.error.code === 'list-records-missing'
      ? state.error.details?.['candidates']
      : undefined
  return (
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
              Retry from page {(pages + 1).toLocaleString()}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onRestart}>
            Start again
          </Button>
        </>
      }
    />
  )
}
