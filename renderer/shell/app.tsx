import { Box, MantineProvider, Title } from '@mantine/core'
import { QueryClientProvider, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ExportsProvider } from '../lists/export/exports.tsx'
import { ViewMemoryProvider } from '../lists/model/view-memory.tsx'
import { ColorScheme, cspNonce } from '../platform/color-scheme.tsx'
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
