import { queryOptions, useQuery } from '@tanstack/react-query'
import { isReadOnly } from '#shared/profiles/production-access.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { call } from './clavis.ts'

/** Queries that more than one page uses, with the keys by which events refresh them. */
export const queries = {
  profiles: queryOptions({ queryKey: ['profiles'], queryFn: () => call('profiles.list') }),
  /** Of all profiles; events refresh it. */
  statuses: queryOptions({
    queryKey: ['statuses'],
    queryFn: () => call('profiles.statuses'),
    refetchOnMount: 'always',
  }),
  expiry: queryOptions({
    queryKey: ['expiry'],
    queryFn: () => call('expiry.overview'),
    // Days pass without an event.
    refetchInterval: 15 * 60_000,
  }),
  replacements: queryOptions({ queryKey: ['replacements'], queryFn: () => call('replacements.list') }),
  /** Below the banner's key, so that the same events refresh both. */
  timeline: queryOptions({ queryKey: ['expiry', 'timeline'], queryFn: () => call('expiry.timeline') }),
  /** By their traces, without touching the keychain. */
  keysLeftBehind: queryOptions({ queryKey: ['recovery', 'left-behind'], queryFn: () => call('recovery.leftBehind') }),
  /** Reads the keychain: only if the person opens the page, and again each time. */
  recoverableKeys: queryOptions({
    queryKey: ['recovery', 'keys'],
    queryFn: () => call('recovery.list'),
    gcTime: 0,
  }),
  practice: queryOptions({ queryKey: ['practice'], queryFn: () => call('practice.state') }),
  appInfo: queryOptions({ queryKey: ['app.info'], queryFn: () => call('app.info') }),
  /** Main announces each change. */
  settings: queryOptions({ queryKey: ['app.settings'], queryFn: () => call('app.settings'), staleTime: Infinity }),
  credentials: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['credentials', profileId], queryFn: () => call('credentials.list', { profileId }) }),
  inspection: (profileId: ProfileId, credentialId: string) =>
    queryOptions({
      queryKey: ['inspection', profileId, credentialId],
      queryFn: () => call('credentials.inspect', { profileId, credentialId }),
    }),
  history: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['history', profileId], queryFn: () => call('credentials.history', { profileId }) }),
  clock: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['clock', profileId], queryFn: () => call('doctor.clock', { profileId }) }),
  /** The saved views of a profile, and how its lists were left when they were opened first. */
  listViews: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['list-views', profileId], queryFn: () => call('lists.views', { profileId }) }),
  requestLog: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['request-log', profileId], queryFn: () => call('tokens.requestLog', { profileId }) }),
  token: (profileId: ProfileId) =>
    queryOptions({ queryKey: ['token', profileId], queryFn: () => call('tokens.state', { profileId }) }),
} as const

/** Returns whether a profile can only be viewed in this window. Main decides it again on each call. */
export function useReadOnly(profile: Pick<Profile, 'environment' | 'practice'>): boolean {
  const { data } = useQuery(queries.appInfo)
  return data !== undefined && isReadOnly(data.productionAccess, profile)
}
