import { useQuery } from '@tanstack/react-query'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'

/** How often the loaded lists are read while Home is shown, milliseconds. */
const refreshInterval = 30_000

/** The failed reports of a profile among those that are loaded. */
export interface FailedCount {
  readonly count: number
  /** Finds them, if they all have one state. */
  readonly filterLine?: string | undefined
}

/** Returns the failed reports of each profile whose reports are loaded. */
export function useFailedReports(): ReadonlyMap<ProfileId, FailedCount> {
  const { data: profiles = [] } = useQuery(queries.profiles)
  const listing = profiles.filter(({ reportsBaseUrl }) => reportsBaseUrl !== '')
  const { data } = useQuery({
    queryKey: ['failed-reports', ...listing.map(({ id }) => id)],
    queryFn: () => countAll(listing),
    refetchInterval: refreshInterval,
    gcTime: 0,
  })
  return data ?? new Map()
}

async function countAll(profiles: readonly Profile[]): Promise<ReadonlyMap<ProfileId, FailedCount>> {
  const counts = await Promise.all(
    profiles.map(async ({ id }) => {
      const loaded = await call('lists.loaded', { profileId: id })
      const reports = loaded.find(({ list, records }) => list === 'reports' && records > 0)
      if (reports === undefined) return []
      // Its code is large, and often not needed.
      const failed = await (await import('../../profiles/overview/failed-reports.ts')).failedReports(reports)
      const count = failed.reduce((sum, state) => sum + state.count, 0)
      return [[id, { count, filterLine: failed.length === 1 ? failed[0]?.filterLine : undefined }] as const]
    }),
  )
  return new Map(counts.flat())
}
