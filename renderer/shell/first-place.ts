import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Profile } from '#shared/profiles/profile.ts'
import { lastPlace } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { profileIdOf, type Route } from '../platform/route.ts'
import { loadPage } from './pages.ts'

type FirstPlace = ReturnType<typeof queryOptions<Route, Error, Route, readonly ['first-place']>>

/**
 * Returns the window's first page: the last one, or the welcome page. Resolves when the profiles and the page's code
 * are loaded. Called once, before the first render.
 */
export function firstPlace(client: QueryClient): FirstPlace {
  return queryOptions({
    queryKey: ['first-place'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Route> => {
      // Usually it is the last page, whose code is loaded while main reads the profiles.
      const probable = loadPage(lastPlace()?.page ?? 'welcome')
      // The sidebar's width is in the settings; without them it is shown.
      const settings = client.query(queries.settings).catch(() => undefined)
      const place = firstRoute(await client.query(queries.profiles))
      await Promise.all([probable, settings, loadPage(place.page)])
      return place
    },
  })
}

function firstRoute(profiles: readonly Profile[]): Route {
  const place = lastPlace()
  const [first] = profiles
  if (first === undefined) return place === undefined || 'profileId' in place ? { page: 'welcome' } : place
  if (place !== undefined && place.page !== 'welcome') {
    const profileId = profileIdOf(place)
    if (profileId === undefined || profiles.some(({ id }) => id === profileId)) return place
  }
  return { page: 'overview', profileId: first.id }
}
