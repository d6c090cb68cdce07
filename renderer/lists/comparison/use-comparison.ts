import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useViewMemories, type ViewState } from '../model/view-memory.tsx'
import {
  afterFailure,
  datasetClosedError,
  differencesView,
  type ComparedPair,
  type ComparisonState,
  type IdleState,
} from './comparison-state.ts'

/** Compares datasets of one list and holds the result. */
interface ComparisonControl {
  readonly state: ComparisonState
  /**
   * Replaces the current comparison once there is a result.
   * @param idPath the identifier, if chosen
   * @param beginning how the differences are viewed first
   */
  readonly start: (pair: ComparedPair, idPath?: string, beginning?: Partial<ViewState>) => Promise<void>
  /** Cancels the running comparison and restores the state before it. */
  readonly cancel: () => void
  /** Ends the comparison in any state and discards the differences. */
  readonly close: () => void
}

const none: IdleState = { kind: 'none' }

/** Returns the comparison of a list's datasets. It continues and stays when the page is left. */
export function useComparison(profileId: ProfileId, list: ListName): ComparisonControl {
  const client = useQueryClient()
  const { drop } = useViewMemories()
  const queryKey = ['comparison', profileId, list]
  const { data: state = none } = useQuery<ComparisonState>({
    queryKey,
    queryFn: skipToken,
    gcTime: Infinity,
    structuralSharing: false,
  })
  // Not the state above, because a comparison may end long after it started.
  const read = (): ComparisonState => client.getQueryData<ComparisonState>(queryKey) ?? none
  const set = (next: ComparisonState): void => void client.setQueryData<ComparisonState>(queryKey, next)
  useClavisEvent('jobs.progress', ({ jobId, done, total }) => {
    const running = read()
    if (running.kind === 'under-way' && running.jobId === jobId) set({ ...running, done, total })
  })

  /** Cancels the running comparison and returns the state before it. */
  function halt(): IdleState {
    const running = read()
    if (running.kind !== 'under-way') return running
    void call('jobs.cancel', { jobId: running.jobId })
    return running.from
  }
  /** Closes the dataset of discarded differences and forgets how they were viewed. */
  function freeDifferences(discarded: IdleState): void {
    if (discarded.kind !== 'compared') return
    const { datasetId } = discarded.comparison.summary
    void call('lists.close', { datasetId })
    drop(differencesView(datasetId))
  }
  async function start(pair: ComparedPair, idPath?: string, beginning?: Partial<ViewState>): Promise<void> {
    const from = halt()
    const jobId = crypto.randomUUID()
    const isWanted = (): boolean => {
      const running = read()
      return running.kind === 'under-way' && running.jobId === jobId
    }
    set({ kind: 'under-way', pair, jobId, done: 0, total: 0, from })
    try {
      const { before, after, view } = pair
      const request = { jobId, before: before.side, after: after.side, idPath, viewId: view?.id }
      const comparison = await call('comparisons.compare', request)
      const result: IdleState =
        comparison.kind === 'compared'
          ? { kind: 'compared', pair, comparison, beginning }
          : { kind: 'unclear', pair, candidates: comparison.candidates, reason: comparison.reason }
      // The result may arrive before main knows that it is no longer wanted.
      freeDifferences(isWanted() ? from : result)
      if (isWanted()) set(result)
    } catch (error) {
      if (!isWanted()) return
      const next = afterFailure(from, idPath, error)
      set(next)
      const code = error instanceof ClavisError ? error.code : undefined
      if (next.kind === 'unclear' || code === 'cancelled') return
      const isOver = code === 'dataset-closed' && next.kind === 'compared'
      showError('Couldn’t compare', isOver ? datasetClosedError(pair) : error)
    }
  }
  return {
    state,
    start,
    cancel: () => set(halt()),
    close: () => {
      freeDifferences(halt())
      set(none)
    },
  }
}
