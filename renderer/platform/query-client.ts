import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { EventName, EventPayload } from '#shared/contract.ts'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { queries } from './queries.ts'

/**
 * Creates the page's cache of main's responses. Calls go to main and not over the network: nothing waits for being
 * “online”, nothing is retried automatically, and only events (not focus) cause a refetch.
 */
export function createQueryClient(): QueryClient {
  // Before the next event, so that keys pressed in quick succession see each other's changes.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Puts a state that main has announced into the cache. A response that is still pending is older and is ignored. */
export function replaceState(client: QueryClient, queryKey: readonly string[], state: unknown): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, state)
}

/** The key of the mutations whose variables are changes to the settings. */
export const settingsChangeKey = ['app.changeSettings'] as const

/** Puts main's settings into the cache. Changes that main hasn't answered yet stay visible: it may not have stored them. */
export function replaceSettings(client: QueryClient, settings: AppSettings): void {
  const pending = client.getMutationCache().findAll({ mutationKey: settingsChangeKey, status: 'pending' })
  const changes = pending.map(({ state }) => state.variables as Partial<AppSettings>)
  replaceState(client, queries.settings.queryKey, Object.assign({}, settings, ...changes))
}

/**
 * Makes queries be asked again: at once if they are shown. A response that is still pending may be older than the event: what
 * it answers is asked again after it.
 */
export function markStale(client: QueryClient, queryKey: readonly string[]): void {
  const pending = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .map((query) => ({ query, response: query.promise }))
  void client.invalidateQueries({ queryKey })
  for (const { query, response } of pending)
    if (query.promise === response)
      void Promise.allSettled([response]).then(() => {
        // Once the response is in the cache.
        setTimeout(() => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      })
}

/** Keeps the cache true to main's events, from before the first question: what is announced meanwhile counts, too. */
export function followEvents(client: QueryClient): void {
  const on = <N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void =>
    void window.clavis.on(name, (payload) => listener(payload as EventPayload<N>))
  const stale = (...queryKeys: readonly (readonly string[])[]): void => {
    for (const queryKey of queryKeys) markStale(client, queryKey)
  }
  on('profiles.changed', ({ profileIds }) =>
    stale(
      ...['profiles', 'health', 'expiry', 'client-secret', 'inspection', 'replacements', 'backup'].map((key) => [key]),
      ...profileIds.flatMap((id) => ['credentials', 'history'].map((key) => [key, id])),
    ),
  )
  on('profiles.statusChanged', () => stale(['health']))
  on('expiry.changed', () => stale(['expiry'], ['health'], ['inspection']))
  on('lists.viewsChanged', () => stale(['list-views'], ['watches']))
  on('snapshots.changed', () => stale(['snapshots']))
  on('watches.changed', () => stale(['watches']))
  on('tokens.changed', ({ profileId, state }) => {
    replaceState(client, ['token', profileId], state)
    stale(['clock', profileId])
  })
  on('practice.changed', (state) => replaceState(client, ['practice'], state))
  on('localAddress.changed', (open) => replaceState(client, ['local-addresses'], open))
  on('app.settingsChanged', (settings) => {
    replaceSettings(client, settings)
    // Main writes the dates in a profile's health, and judges it by the thresholds.
    stale(['health'])
  })
}
