import { notifyManager, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useClavisEvent } from './clavis.ts'

/**
 * The page's cache of what main answered. Calls go to main and not over the network, so that nothing waits for being
 * “online”, nothing is tried again by itself, and only events (not focus) make it ask again.
 */
export function createQueryClient(): QueryClient {
  // Before the next event: keys that follow each other without a pause are to find what the one before them changed.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Keeps the cache true to main's events. Mounted once, in the shell. */
export function useQueryRefresh(): void {
  const client = useQueryClient()
  const stale = (...queryKeys: readonly (readonly string[])[]): void => {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey })
  }
  useClavisEvent('profiles.changed', () => stale(['profiles'], ['expiry'], ['client-secret']))
  useClavisEvent('credentials.changed', ({ profileId }) =>
    stale(['credentials', profileId], ['history', profileId], ['inspection'], ['replacements'], ['expiry']),
  )
  useClavisEvent('expiry.changed', () => stale(['expiry']))
  useClavisEvent('tokens.changed', ({ profileId, state }) => {
    client.setQueryData(['token', profileId], state)
    stale(['clock', profileId])
  })
  useClavisEvent('practice.changed', (state) => client.setQueryData(['practice'], state))
  useClavisEvent('app.settingsChanged', (settings) => client.setQueryData(['app.settings'], settings))
}
