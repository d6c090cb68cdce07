import { notifyManager, QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { useClavisEvent } from './clavis.ts'
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

/** Keeps the cache true to main's events. Mounted once, in the shell. */
export function useQueryRefresh(): void {
  const client = useQueryClient()
  const stale = (...queryKeys: readonly (readonly string[])[]): void => {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey })
  }
  useClavisEvent('profiles.changed', () => stale(['profiles'], ['statuses'], ['expiry'], ['client-secret']))
  useClavisEvent('profiles.statusChanged', () => stale(['statuses']))
  useClavisEvent('credentials.changed', ({ profileId }) =>
    stale(
      ['credentials', profileId],
      ['statuses'],
      ['history', profileId],
      ['inspection'],
      ['replacements'],
      ['expiry'],
    ),
  )
  useClavisEvent('expiry.changed', () => stale(['expiry'], ['inspection']))
  useClavisEvent('lists.viewsChanged', () => stale(['list-views']))
  useClavisEvent('tokens.changed', ({ profileId, state }) => {
    replaceState(client, ['token', profileId], state)
    stale(['clock', profileId])
  })
  useClavisEvent('practice.changed', (state) => replaceState(client, ['practice'], state))
  useClavisEvent('app.settingsChanged', (settings) => replaceSettings(client, settings))
}
