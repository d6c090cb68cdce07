import { createContext, use, useCallback, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { call, useClavisEvent } from '../../platform/calls/clavis.ts'
import { showError } from '../../ui/feedback/show-error.tsx'
import {
  afterFailure,
  datasetClosedError,
  type ComparedPair,
  type ComparisonState,
  type IdleState,
} from './comparison-state.ts'
import { createViewMemory, type ViewMemory } from '../model/view-memory.tsx'

/** Compares readings of one list and holds what came of it. */
export interface ComparisonControl {
  readonly state: ComparisonState
  /**
   * Another comparison of the list that is there goes once this one has come to something.
   * @param idPath the identifier, where the person chose it
   * @param kept how the differences are looked at first
   */
  readonly start: (pair: ComparedPair, idPath?: string, kept?: ViewMemory) => Promise<void>
  /** Ends comparing; what was there before it began is there again. */
  readonly cancel: () => void
  /** Ends it wherever it stands; the records of the differences go. */
  readonly close: () => void
}

/** The comparisons of all lists, by what {@link useComparison} calls them. */
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

/** Holds comparisons above the pages: they are still there when the person comes back to the list. */
export function ComparisonsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [states, setStates] = useState<ReadonlyMap<string, ComparisonState>>(new Map())
  /** The same as it is now, for what goes on over a change of it. */
  const current = useRef(states)
  const set = useCallback((list: string, state: ComparisonState) => {
    current.current = new Map(current.current).set(list, state)
    setStates(current.current)
  }, [])
  useClavisEvent('jobs.progress', ({ jobId, done, total }) => {
    for (const [list, state] of current.current)
      if (state.kind === 'under-way' && state.jobId === jobId) set(list, { ...state, done, total })
  })

  /** Ends what is under way. Answers where it stands without it. */
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
    async (list: string, pair: ComparedPair, idPath: string | undefined, kept = createViewMemory()) => {
      const from = halt(list)
      const jobId = crypto.randomUUID()
      const isOwn = (): boolean => {
        const state = current.current.get(list)
        return state?.kind === 'under-way' && state.jobId === jobId
      }
      set(list, { kind: 'under-way', pair, jobId, done: 0, total: 0, from })
      try {
        const { before, after } = pair
        const question = { jobId, before: before.side, after: after.side, ...(idPath === undefined ? {} : { idPath }) }
        const comparison = await call('comparisons.compare', question)
        const state: IdleState =
          comparison.kind === 'compared'
            ? { kind: 'compared', pair, comparison, kept }
            : { kind: 'unclear', pair, candidates: comparison.candidates }
        // It was there before main heard that it was not wanted any more.
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
        if (state.kind === 'unclear' || code === 'list-cancelled') return
        const isOver = code === 'list-run-gone' && state.kind === 'compared'
        showError('Couldn’t compare', isOver ? datasetClosedError(pair) : error)
      }
    },
    [halt, set],
  )
  const comparisons = useMemo(() => ({ states, start, cancel, close }), [states, start, cancel, close])
  return <ComparisonsContext value={comparisons}>{children}</ComparisonsContext>
}

/** Lets go of the records of differences that nobody looks at any more. */
function freeDifferences(state: IdleState): void {
  if (state.kind === 'compared') void call('lists.close', { runId: state.comparison.summary.runId })
}

/** The comparison of a list’s readings. @param list names the list, its profile included */
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
