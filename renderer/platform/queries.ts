import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { isReadOnly } from '#shared/profiles/production-access.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { call } from './clavis.ts'

/** How often the open lists are read while one of them loads, milliseconds. */
const loadingIntervalMs = 5000

/** How often the requests of local addresses are counted, milliseconds. */
const countingIntervalMs = 10_000

function isLoading({ state, reload }: DatasetSummary): boolean {
  return [state.kind, reload?.kind].some((kind) => kind === 'loading' || kind === 'waiting')
}

/** Of queries whose every change main announces: asked for once, and again only after an event. */
const announced = { staleTime: Infinity } as const

/** Queries that more than one page uses, with the keys by which events refresh them. */
export const queries = {
  profiles: queryOptions({ queryKey: ['profiles'], queryFn: () => call('profiles.list'), ...announced }),
  /** Of all profiles, the most urgent first. */
  health: queryOptions({
    queryKey: ['health'],
    queryFn: () => call('health.list'),
    ...announced,
    // Days pass without an event, also while the window is hidden. A timer stops while the computer sleeps.
    refetchInterval: ({ state: { data = [] } }) =>
      Math.max(1000, Math.min(15 * 60_000, ...data.map(({ changesAt }) => Date.parse(changesAt) - Date.now()))),
    refetchIntervalInBackground: true,
  }),
  expiry: queryOptions({
    queryKey: ['expiry'],
    queryFn: () => call('expiry.overview'),
    ...announced,
    // Days pass without an event.
    refetchInterval: 15 * 60_000,
  }),
  replacements: queryOptions({ queryKey: ['replacements'], queryFn: () => call('replacements.list'), ...announced }),
  /** Below the banner's key, so that the same events refresh both. */
  timeline: queryOptions({ queryKey: ['expiry', 'timeline'], queryFn: () => call('expiry.timeline'), ...announced }),
  /** The open lists of all profiles: main announces no change, so it is read again while one loads. */
  loadedLists: queryOptions({
    queryKey: ['loaded-lists'],
    queryFn: () => call('lists.loaded'),
    staleTime: loadingIntervalMs,
    refetchInterval: ({ state: { data } }) => (data?.some(isLoading) === true ? loadingIntervalMs : false),
    gcTime: 0,
  }),
  backup: queryOptions({ queryKey: ['backup'], queryFn: () => call('backup.state'), gcTime: 0 }),
  /** By their traces, without touching the keychain. */
  keysLeftBehind: queryOptions({ queryKey: ['recovery', 'left-behind'], queryFn: () => call('recovery.leftBehind') }),
  /** Reads the keychain: only if the person opens the page, and again each time. */
  recoverableKeys: queryOptions({
    queryKey: ['recovery', 'keys'],
    queryFn: () => call('recovery.list'),
    gcTime: 0,
  }),
  /** The open ones. What they count for a minute changes without an event. */
  localAddresses: queryOptions({
    queryKey: ['local-addresses'],
    queryFn: () => call('localAddress.list'),
    ...announced,
    refetchInterval: ({ state: { data = [] } }) => (data.length > 0 ? countingIntervalMs : false),
  }),
  /** Of all profiles. The keys of their loads and warnings are below this one, so that the same event refreshes all. */
  watches: queryOptions({ queryKey: ['watches'], queryFn: () => call('watches.list'), ...announced }),
  watchNotices: queryOptions({
    queryKey: ['watches', 'notices'],
    queryFn: () => call('watches.notices'),
    ...announced,
  }),
  watchHistory: (profileId: ProfileId, watchId: string) =>
    queryOptions({
      queryKey: ['watches', 'history', profileId, watchId],
      queryFn: () => call('watches.history', { profileId, watchId }),
      ...announced,
    }),
  watchCost: (profileId: ProfileId, list: ListName) =>
    queryOptions({
      queryKey: ['watches', 'cost', profileId, list],
      queryFn: async () => (await call('watches.cost', { profileId, list })) ?? null,
      gcTime: 0,
    }),
  /** Of all profiles and lists, with those that watches have loaded. */
  snapshots: queryOptions({ queryKey: ['snapshots'], queryFn: () => call('snapshots.list'), gcTime: 0 }),
  practice: queryOptions({ queryKey: ['practice'], queryFn: () => call('practice.state') }),
  appInfo: queryOptions({ queryKey: ['app.info'], queryFn: () => call('app.info') }),
  settings: queryOptions({ queryKey: ['app.settings'], queryFn: () => call('app.settings'), ...announced }),
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
  /** Of all profiles; below the key of each profile's, so that the same event refreshes both. */
  savedViews: queryOptions({ queryKey: ['list-views', 'all'], queryFn: () => call('lists.savedViews') }),
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
