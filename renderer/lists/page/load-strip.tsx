import { Progress } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { useLasting } from '../../ui/controls/later.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { isFirstPageLoading, isLoading, type Matches } from '../model/list-messages.ts'
import { loadedMessage, soFarMessage, stripTitle } from '../model/need-messages.ts'
import { RetryCountdown } from './retry-countdown.tsx'
import type { NeededLoad } from './use-needed-load.ts'
import classes from './load-strip.module.css'

/** How long the first page may take before the strip shows, in milliseconds. */
const patience = 300

/** Returns whether the strip shows: while an answer lacks records, and while the first page takes long. */
export function useHasStrip(summary: DatasetSummary | undefined, needed: NeededLoad | undefined): boolean {
  const isSlow = useLasting(isFirstPageLoading(summary), patience)
  if (summary === undefined) return false
  const { state } = summary
  const isForAnswer = (state.kind === 'loading' || state.kind === 'waiting') && state.need !== undefined
  return needed !== undefined || isForAnswer || isSlow
}

interface LoadStripProps {
  readonly summary: DatasetSummary
  readonly needed: NeededLoad | undefined
  /** The number of matches; undefined if they aren't counted. */
  readonly found: Matches | undefined
  readonly children: ReactNode
}

/** Shows what is being loaded for the answer below it, how far that is, and how long it takes. @param children the commands */
export function LoadStrip({ summary, needed, found, children }: LoadStripProps): ReactElement {
  const dates = useDates()
  const { state, pages } = summary
  const isUnderWay = isLoading(summary)
  const share = state.kind === 'loading' ? state.reached?.share : undefined
  return (
    <section className={classes['strip']} aria-label="Load for this view" data-focus-scope>
      <strong>{stripTitle(summary, needed?.need, dates, needed?.isStarting)}</strong>
      {pages > 0 && <span>{isUnderWay ? loadedMessage(summary, dates) : soFarMessage(summary, found)}</span>}
      {state.kind === 'waiting' && <RetryCountdown resumesAt={state.resumesAt} reason={state.reason} />}
      {share !== undefined && (
        <Progress className={classes['bar'] ?? ''} size={4} value={share * 100} aria-label="Loaded" />
      )}
      <span className={classes['commands']}>{children}</span>
    </section>
  )
}
