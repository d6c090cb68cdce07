import { Box, MantineProvider, Title, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { QueryClientProvider, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { ExportsProvider } from '../lists/export/exports.tsx'
import { ViewMemoryProvider } from '../lists/model/view-memory.tsx'
import { NavigationProvider } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { useReturnedFocus } from '../platform/returned-focus.ts'
import { cssVariablesResolver, theme } from '../platform/theme.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { DatesProvider } from '../ui/text/dates.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { firstPlace } from './first-place.ts'
import { Shell } from './shell.tsx'

export function App({ queryClient }: { readonly queryClient: QueryClient }): ReactElement {
  useReturnedFocus()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ColorScheme />
        <DatesProvider>
          <ErrorBoundary>
            <Start />
          </ErrorBoundary>
        </DatesProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Waits for the profiles and the first page's code, then shows where the person was, or the welcome. */
function Start(): ReactElement | null {
  const start = useQuery(firstPlace(useQueryClient()))
  const profiles = useQuery(queries.profiles)
  if (start.data !== undefined && profiles.data !== undefined)
    return (
      <NavigationProvider initial={start.data}>
        <ExportsProvider>
          <ViewMemoryProvider>
            <Shell profiles={profiles.data} />
          </ViewMemoryProvider>
        </ExportsProvider>
      </NavigationProvider>
    )
  if (!start.isError) return null
  return (
    <Box component="main" maw={640} mx="auto" mt="12vh" px="lg">
      <Title mb="md">Couldn’t load profiles</Title>
      <ErrorPanel error={start.error} onRetry={() => void start.refetch()} />
    </Box>
  )
}

const schemeOfTheme: Readonly<Record<AppSettings['theme'], MantineColorScheme>> = {
  system: 'auto',
  light: 'light',
  dark: 'dark',
}

/** Shows the theme that the settings name, as soon as they are known or change. */
function ColorScheme(): null {
  const { data: settings } = useQuery(queries.settings)
  // To pause transitions, Mantine would write a style sheet as HTML, which Trusted Types refuse.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const theme = settings?.theme
  useEffect(() => {
    if (theme !== undefined) setColorScheme(schemeOfTheme[theme])
  }, [theme, setColorScheme])
  return null
}

/**
 * Returns the nonce of this load of the page, which main writes into `index.html` and into the Content Security Policy.
 * A library that writes style elements (Mantine) must add it to them. Empty if the page was served without one.
 */
function cspNonce(): string {
  // Browsers hide the attribute from scripts and keep the value in the property (HTML, "nonce hiding").
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
