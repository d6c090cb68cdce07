import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Profile } from '#shared/profiles/profile.ts'
import { queries } from '../platform/queries.ts'
import { profileIdOf, routeOfPath, type Route } from '../platform/route.ts'
import { loadPage } from './pages.ts'

type FirstPlace = ReturnType<typeof queryOptions<Route, Error, Route, readonly ['first-place']>>

/**
 * Returns the window's first page: Home, the welcome page without profiles, or after a reload the same page. Resolves
 * when the page's code is loaded and what it shows first. Called once, before the first render.
 */
export function firstPlace(client: QueryClient): FirstPlace {
  return queryOptions({
    queryKey: ['first-place'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Route> => {
      const reloaded = routeOfPath(location.hash)
      const code = reloaded && loadPage(reloaded.page)
      // Without these, rows and warnings would move once they are known. A page that needs one reports its failure.
      const { settings, expiry, replacements, health, watches, watchNotices } = queries
      const known = [settings, expiry, replacements, health, watches, watchNotices].map((query) =>
        client.query(query as typeof settings).catch(() => undefined),
      )
      const place = firstRoute(reloaded, await client.query(queries.profiles))
      await Promise.all([code, ...known, loadPage(place.page)])
      return place
    },
  })
}

function firstRoute(reloaded: Route | undefined, profiles: readonly Profile[]): Route {
  const start: Route = { page: profiles.length === 0 ? 'welcome' : 'home' }
  if (reloaded === undefined || reloaded.page === 'welcome') return start
  const profileId = profileIdOf(reloaded)
  return profileId === undefined || profiles.some(({ id }) => id === profileId) ? reloaded : start
}
