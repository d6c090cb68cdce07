import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DatasetSummary } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { isLoading } from '../model/list-messages.ts'

const none: ReadonlySet<string> = new Set()

/** Returns the columns that have the same value in all loaded records. While pages load, those found before. */
export function useConstantColumns(summary: DatasetSummary | undefined): ReadonlySet<string> {
  const datasetId = summary?.datasetId ?? ''
  const { data } = useQuery({
    queryKey: ['constant-columns', datasetId, summary?.records],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const analysisId = crypto.randomUUID()
      signal.addEventListener('abort', () => void call('lists.cancelAnalysis', { datasetId, analysisId }))
      return new Set(await call('lists.constantColumns', { datasetId, analysisId }))
    },
    enabled: summary !== undefined && summary.records > 0 && !isLoading(summary),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return data ?? none
}
