import { createContext, use, useCallback, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Comparison } from '#shared/lists/comparison.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { createViewMemory, type ViewMemory } from '../model/view-memory.tsx'
import {
  afterFailure,
  datasetClosedError,
  type ComparedPair,
  type ComparisonState,
  type IdleState,
} from './comparison-state.ts'

/** Compares datasets of one list and holds the result. */
export interface ComparisonControl {
  readonly state: ComparisonState
  /**
   * Replaces the current comparison once there is a result.
   * @param idPath the identifier, if chosen
   * @param kept the initial view of the differences
   */
  readonly start: (pair: ComparedPair, idPath?: string, kept?: ViewMemory) => Promise<void>
  /** Cancels the running comparison and restores the state before it. */
  readonly cancel: () => void
  /** Ends the comparison in any state and discards the differences. */
  readonly close: () => void
}

/** The comparisons of all lists, by the key of {@link useComparison}. */
interface Comparisons {
  readonly states: ReadonlyMap<string, ComparisonState>
  readonly start: (
    list: string,
    pair: ComparedPair,
    idPath: string | undefined,
    kept: ViewMemory | undefined,
  ) => Promise<void>
  readonly cancel: (list: string) => void
  readonly close: (list: string) => void
}

const none: IdleState = { kind: 'none' }
const ComparisonsContext = createContext<Comparisons | undefined>(undefined)

/** Holds comparisons above the pages, so that they survive leaving a list. */
export function ComparisonsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [states, setStates] = useState<ReadonlyMap<string, ComparisonState>>(new Map())
  /** The current states, for code that continues after a change. */
  const current = useRef(states)
  const set = useCallback((list: string, state: ComparisonState) => {
    current.current = new Map(current.current).set(list, state)
    setStates(current.current)
  }, [])
  useClavisEvent('jobs.progress', ({ jobId, done, total }) => {
    for (const [list, state] of current.current)
      if (state.kind === 'under-way' && state.jobId === jobId) set(list, { ...state, done, total })
  })

  const halt = useCallback((list: string): IdleState => {
    const state = current.current.get(list) ?? none
    if (state.kind !== 'under-way') return state
    void call('jobs.cancel', { jobId: state.jobId })
    return state.from
  }, [])
  const cancel = useCallback((list: string) => set(list, halt(list)), [halt, set])
  const close = useCallback(
    (list: string) => {
      freeDifferences(halt(list))
      set(list, none)
    },
    [halt, set],
  )
  const start = useCallback(
    async (list: string, pair: ComparedPair, idPath: string | undefined, kept: ViewMemory | undefined) => {
      const from = halt(list)
      const jobId = crypto.randomUUID()
      const isOwn = (): boolean => {
        const state = current.current.get(list)
        return state?.kind === 'under-way' && state.jobId === jobId
      }
      set(list, { kind: 'under-way', pair, jobId, done: 0, total: 0, from })
      try {
        const { before, after } = pair
        const request = { jobId, before: before.side, after: after.side, ...(idPath === undefined ? {} : { idPath }) }
        const comparison = await call('comparisons.compare', request)
        const state: IdleState =
          comparison.kind === 'compared'
            ? { kind: 'compared', pair, comparison, kept: kept ?? (await firstView(comparison)) }
            : { kind: 'unclear', pair, candidates: comparison.candidates, reason: comparison.reason }
        // The result arrived before main knew that it was no longer wanted.
        if (!isOwn()) {
          freeDifferences(state)
          return
        }
        set(list, state)
        freeDifferences(from)
      } catch (error) {
        if (!isOwn()) return
        const state = afterFailure(from, idPath, error)
        set(list, state)
        const code = error instanceof ClavisError ? error.code : undefined
        if (state.kind === 'unclear' || code === 'cancelled') return
        const isOver = code === 'dataset-closed' && state.kind === 'compared'
        showError('Couldn’t compare', isOver ? datasetClosedError(pair) : error)
      }
    },
    [halt, set],
  )
  const comparisons = useMemo(() => ({ states, start, cancel, close }), [states, start, cancel, close])
  return <ComparisonsContext value={comparisons}>{children}</ComparisonsContext>
}

/** Returns the first view of differences. Its columns are of the lists' code, which the first screen does not need. */
async function firstView({ summary, idPath }: Extract<Comparison, { kind: 'compared' }>): Promise<ViewMemory> {
  const { differenceLayout } = await import('./difference-columns.ts')
  return createViewMemory({ columns: differenceLayout(summary.columns, idPath) })
}

/** Closes the dataset of discarded differences. */
function freeDifferences(state: IdleState): void {
  if (state.kind === 'compared') void call('lists.close', { datasetId: state.comparison.summary.datasetId })
}

/** Returns the comparison of a list's datasets. @param list key of profile and list */
export function useComparison(list: string): ComparisonControl {
  const comparisons = use(ComparisonsContext)
  if (comparisons === undefined) throw new Error('useComparison is used outside ComparisonsProvider')
  const { states, start, cancel, close } = comparisons
  return useMemo(
    () => ({
      state: states.get(list) ?? none,
      start: (pair, idPath, kept) => start(list, pair, idPath, kept),
      cancel: () => cancel(list),
      close: () => close(list),
    }),
    [states, start, cancel, close, list],
  )
}
