import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { lastPlace } from '../platform/navigation/navigation.tsx'
import { loadPage } from './pages.ts'
import { queries } from '../platform/calls/queries.ts'
import { profileIdOf, type Route } from '../platform/navigation/route.ts'

type FirstPlace = ReturnType<typeof queryOptions<Route, Error, Route, readonly ['first-place']>>

/**
 * The place that the window begins with: where the person was, or the welcome. It is known once the profiles are, and the
 * code of its page is there then. Asked for once, before anything is drawn.
 */
export function firstPlace(client: QueryClient): FirstPlace {
  return queryOptions({
    queryKey: ['first-place'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Route> => {
      // Most often it stays the place where the person was: its page is read while main reads the profiles.
      const probable = loadPage(lastPlace()?.page ?? 'welcome')
      const place = firstRoute(await client.query(queries.profiles))
      await Promise.all([probable, loadPage(place.page)])
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
