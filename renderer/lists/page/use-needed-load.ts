import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { DatasetSummary, LoadNeed } from '#shared/lists/list.ts'
import { neededBy } from '#shared/lists/load-need.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { clockOf } from '#shared/values/local-day.ts'
import { call } from '../../platform/clavis.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import type { ListView } from '../browser/use-list-view.ts'
import { isFor, isLoading } from '../model/list-messages.ts'
import type { ListLoad } from './use-list-load.ts'

/** How long a query stays the same before what it needs is loaded, in milliseconds. */
const rest = 700

/** How often relative dates are looked at, in milliseconds. */
const clockInterval = 600_000

/** What the answer on the screen needs. */
export interface NeededLoad {
  readonly need: LoadNeed
  /** Whether it starts in a moment without being asked. */
  readonly isStarting: boolean
  /** Loads it; for Production after a question. */
  readonly start: () => void
}

/**
 * Loads what a search, a view, groups or a chart need, once it has stayed the same for a moment. For Production, in a snapshot, and
 * after the person stopped it, only {@link NeededLoad.start} does.
 * @returns undefined if the answer is of all that it needs
 */
export function useNeededLoad(load: ListLoad, profile: Profile, { query, panels }: ListView): NeededLoad | undefined {
  const { summary, loadNeeded } = load
  const { timeZone } = useDates()
  const current = useNow(clockInterval)
  // Relative dates are resolved once for each query: moving bounds would be another need, which the person did not stop.
  const [asked, setAsked] = useState({ of: query.counted, now: current })
  if (asked.of !== query.counted) setAsked({ of: query.counted, now: current })
  const { now } = asked
  const isAsking = query.isNarrowed || query.groups.length > 0 || panels.mode === 'charts'
  const isOpen = summary !== undefined && summary.records > 0 && summary.state.kind !== 'complete'
  const key =
    isAsking && isOpen ? JSON.stringify(neededBy(query.counted, summary.columns, { zone: clockOf(timeZone), now })) : ''
  const need = useMemo(() => (key === '' ? undefined : (JSON.parse(key) as LoadNeed)), [key])
  const isReached = useReached(summary, need)
  const isPart = need !== undefined && isReached !== true
  const isUnasked = profile.environment !== 'production' && summary?.snapshot === undefined
  const isStarting = isPart && isUnasked && mayStart(summary, need)
  const isDue = isStarting && isReached === false
  const start = useEffectEvent(() => need !== undefined && loadNeeded(need))
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => start(), rest)
    return () => clearTimeout(timer)
  }, [isDue, key, summary?.datasetId])
  return isPart ? { need, isStarting, start: () => loadNeeded(need) } : undefined
}

/** Asks whether all that an answer needs is loaded; undefined if unknown. While pages load, what is missing stays so. */
function useReached(summary: DatasetSummary | undefined, need: LoadNeed | undefined): boolean | undefined {
  const datasetId = summary?.datasetId ?? ''
  const isLoadingNow = summary !== undefined && isLoading(summary)
  const ofAnswer = [datasetId, JSON.stringify(need)]
  const { data } = useQuery({
    queryKey: ['list-reaches', ...ofAnswer, summary?.pages],
    queryFn: () => call('lists.reaches', { datasetId, need: need ?? 'all' }),
    enabled: need !== undefined && need !== 'all' && !isLoadingNow,
    // What is reached stays so.
    placeholderData: (known, before) =>
      known === true && JSON.stringify(before?.queryKey.slice(1, 3)) === JSON.stringify(ofAnswer) ? true : undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  return data ?? (need === 'all' || isLoadingNow ? false : undefined)
}

/** Returns whether a load may start for another need, without being asked. */
function mayStart(summary: DatasetSummary | undefined, need: LoadNeed | undefined): boolean {
  if (summary === undefined || summary.reload !== undefined) return false
  const { state } = summary
  switch (state.kind) {
    case 'idle':
      return !isFor(state, need)
    case 'loading':
    case 'paused':
      // Without one, the person loads all or stopped that, or scrolled to a page that is in soon.
      return state.need !== undefined && !isFor(state, need)
    case 'waiting':
    case 'failed':
    case 'complete':
      return false
  }
}
