import { useQuery } from '@tanstack/react-query'
import { isReadOnly } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { queries } from './queries.ts'

/** Returns whether a profile can only be viewed in this window. Main decides it again on each call. */
export function useReadOnly(profile: Pick<Profile, 'environment' | 'practice'>): boolean {
  const { data } = useQuery(queries.appInfo)
  return data !== undefined && isReadOnly(data.productionAccess, profile)
}
