import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useClavisEvent } from '../../platform/calls/clavis.ts'

/** A counting in the record store, as the page follows it. */
export interface Analysis<T> {
  /** The last answer; while another question is counted, that of the one before. */
  readonly data: T | undefined
  readonly error: Error | null
  readonly isCounting: boolean
  /** Records that were looked at so far. */
  readonly examined: number
  readonly cancel: () => void
  readonly retry: () => void
}

/**
 * Has something counted and follows it; what is no longer asked for is cancelled.
 * @param question what the answer depends on besides the run
 * @param covers how many records it is to cover: where that changes, it is counted anew
 */
export function useAnalysis<T>({
  runId,
  question,
  covers,
  ask,
}: {
  readonly runId: string
  readonly question: unknown
  readonly covers: number
  readonly ask: (analysisId: string) => Promise<T>
}): Analysis<T> {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState<{ readonly analysisId: string; readonly looked: number }>()
  const queryKey = ['analysis', runId, question, covers]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const analysisId = crypto.randomUUID()
      setUnderWay({ analysisId, looked: 0 })
      signal.addEventListener('abort', () => void call('lists.cancelAnalysis', { runId, analysisId }))
      return ask(analysisId)
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  })
  useClavisEvent('lists.analysing', ({ analysisId, records }) =>
    setUnderWay((last) => (last?.analysisId === analysisId ? { analysisId, looked: records } : last)),
  )
  return {
    data: query.data,
    error: query.error,
    isCounting: query.isFetching,
    examined: underWay?.looked ?? 0,
    cancel: () => void client.cancelQueries({ queryKey }),
    retry: () => void query.refetch(),
  }
}
