import { useState } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { ComparedSide, Comparison } from '../../shared/model/comparison.ts'
import { call, useClavisEvent } from '../app/clavis.ts'
import { showError } from '../ui/show-error.tsx'

/** Two readings that are compared, with how people call them. */
export interface ComparedPair {
  readonly before: ComparedSide
  readonly after: ComparedSide
  readonly beforeName: string
  readonly afterName: string
}

/** Where comparing stands. */
export type ComparisonState =
  | { readonly kind: 'none' }
  | { readonly kind: 'under-way'; readonly pair: ComparedPair; readonly done: number; readonly total: number }
  | { readonly kind: 'unclear'; readonly pair: ComparedPair; readonly candidates: readonly string[] }
  | {
      readonly kind: 'compared'
      readonly pair: ComparedPair
      readonly comparison: Extract<Comparison, { kind: 'compared' }>
    }

export interface ComparisonControl {
  readonly state: ComparisonState
  /** @param idPath the identifier, where the person chose it */
  readonly start: (pair: ComparedPair, idPath?: string) => Promise<void>
  readonly cancel: () => void
  /** Leaves the differences; their records go. */
  readonly close: () => void
}

/** Compares readings and holds what came of it. */
export function useComparison(): ComparisonControl {
  const [state, setState] = useState<ComparisonState>({ kind: 'none' })
  const [jobId, setJobId] = useState<string>()
  useClavisEvent('jobs.progress', (progress) => {
    if (progress.jobId !== jobId) return
    const { done, total } = progress
    setState((current) => (current.kind === 'under-way' ? { ...current, done, total } : current))
  })

  async function start(pair: ComparedPair, idPath?: string): Promise<void> {
    const id = crypto.randomUUID()
    setJobId(id)
    setState({ kind: 'under-way', pair, done: 0, total: 0 })
    try {
      const { before, after } = pair
      const question = { jobId: id, before, after, ...(idPath === undefined ? {} : { idPath }) }
      const comparison = await call('comparisons.compare', question)
      setState(
        comparison.kind === 'compared'
          ? { kind: 'compared', pair, comparison }
          : { kind: 'unclear', pair, candidates: comparison.candidates },
      )
    } catch (error) {
      setState({ kind: 'none' })
      if (!(error instanceof ClavisError && error.code === 'list-cancelled'))
        showError('The readings were not compared', error)
    }
  }

  return {
    state,
    start,
    cancel: () => {
      if (jobId !== undefined) void call('jobs.cancel', { jobId })
    },
    close: () => {
      if (state.kind === 'compared') void call('lists.close', { runId: state.comparison.summary.runId })
      setState({ kind: 'none' })
    },
  }
}
