import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ColorScheme } from './color-scheme.tsx'
import { cspNonce } from './csp-nonce.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lastPlace, NavigationProvider } from './navigation.tsx'
import { queries } from './queries.ts'
import { profileIdOf, type Route } from './route.ts'
import { Shell } from './shell.tsx'
import classes from './app.module.css'
import { cssVariablesResolver, theme } from './theme.ts'

/** The whole page. */
export function App({ queryClient }: { readonly queryClient: QueryClient }): ReactElement {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ColorScheme />
        <Notifications position="bottom-right" autoClose={6000} limit={4} />
        <ErrorBoundary>
          <ModalsProvider>
            <Start />
          </ModalsProvider>
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Waits for the profiles, then shows the place where the person was, or the welcome. */
function Start(): ReactElement | null {
  const profiles = useQuery(queries.profiles)
  if (profiles.data !== undefined)
    return (
      <NavigationProvider initial={firstRoute(profiles.data)}>
        <Shell profiles={profiles.data} />
      </NavigationProvider>
    )
  if (!profiles.isError) return null
  return (
    <main className={classes['trouble']}>
      <h1>Clavis could not read its profiles</h1>
      <ErrorPanel error={profiles.error} onRetry={() => void profiles.refetch()} />
    </main>
  )
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
