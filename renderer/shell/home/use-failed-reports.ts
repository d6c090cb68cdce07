import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LoadedList } from '#shared/lists/list.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { queries } from '../../platform/queries.ts'

/** The failed reports of a profile among those that are loaded. */
export interface FailedCount {
  readonly count: number
  /** The number of loaded records if they are only a part of the list. */
  readonly part?: number | undefined
  /** Finds them, if they all have one state. */
  readonly filterLine?: string | undefined
}

/** Returns the failed reports of each profile whose reports are loaded. */
export function useFailedReports(): ReadonlyMap<ProfileId, FailedCount> {
  const { data: loaded = [] } = useQuery(queries.loadedLists)
  const reports = loaded.filter(({ list, records }) => list === 'reports' && records > 0)
  const { data } = useQuery({
    queryKey: ['failed-reports', reports.map(({ datasetId, records, state }) => [datasetId, records, state.kind])],
    queryFn: () => countAll(reports),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return data ?? new Map()
}

async function countAll(reports: readonly LoadedList[]): Promise<ReadonlyMap<ProfileId, FailedCount>> {
  const counts = await Promise.all(
    reports.map(async ({ profileId, ...report }) => {
      // Its code is large, and often not needed.
      const failed = await (await import('../../profiles/overview/failed-reports.ts')).failedReports(report)
      const count = failed.reduce((sum, state) => sum + state.count, 0)
      const part = report.state.kind === 'complete' ? undefined : report.records
      return [profileId, { count, part, filterLine: failed.length === 1 ? failed[0]?.filterLine : undefined }] as const
    }),
  )
  // Of several datasets of a list, the first counts.
  return new Map(counts.toReversed())
}
