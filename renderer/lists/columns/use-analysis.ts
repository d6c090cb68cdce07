import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { isLoading } from '../model/list-messages.ts'

/** A running count in the engine, as the page follows it. */
export interface Analysis<T> {
  /** The last answer; of the previous key while a new one is counted. */
  readonly data: T | undefined
  readonly error: Error | null
  readonly isCounting: boolean
  /** Number of records processed so far. */
  readonly examined: number
  readonly cancel: () => void
  readonly retry: () => void
}

/**
 * Starts a count and follows it; cancels one that is no longer wanted.
 * @param key everything the answer depends on besides the dataset
 * @param covers the number of records to cover; a change counts again
 */
export function useAnalysis<T>({
  datasetId,
  key,
  covers,
  ask,
  isWanted = true,
}: {
  readonly datasetId: string
  readonly key: unknown
  readonly covers: number
  readonly ask: (analysisId: string) => Promise<T>
  readonly isWanted?: boolean
}): Analysis<T> {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState<{ readonly analysisId: string; readonly looked: number }>()
  const queryKey = ['analysis', datasetId, key, covers]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const analysisId = crypto.randomUUID()
      setUnderWay({ analysisId, looked: 0 })
      signal.addEventListener('abort', () => void call('lists.cancelAnalysis', { datasetId, analysisId }))
      return ask(analysisId)
    },
    enabled: isWanted,
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

/** The number of counted records, and of those loaded since. */
export interface CoveredRecords {
  readonly covers: number
  readonly since: number
  readonly coverAll: () => void
}

/** Covers all records of a complete list; while pages load, those loaded so far, until the person includes the rest. */
export function useCoveredRecords(summary: DatasetSummary): CoveredRecords {
  const { datasetId, records } = summary
  const [covered, setCovered] = useState({ datasetId, records })
  const isOutdated = covered.datasetId !== datasetId || (!isLoading(summary) && covered.records !== records)
  if (isOutdated) setCovered({ datasetId, records })
  const covers = isOutdated ? records : covered.records
  return { covers, since: records - covers, coverAll: () => setCovered({ datasetId, records }) }
}
