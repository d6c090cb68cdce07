import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppSettings } from '../../../shared/model/settings/app-settings.ts'
import { queries } from '../calls/queries.ts'

const schemeOfTheme: Readonly<Record<AppSettings['theme'], MantineColorScheme>> = {
  system: 'auto',
  light: 'light',
  dark: 'dark',
}

/** Shows the theme that the settings name, as soon as they are known or change. */
export function ColorScheme(): null {
  const { data: settings } = useQuery(queries.settings)
  // To pause transitions, Mantine would write a style sheet as HTML, which Trusted Types refuse.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const theme = settings?.theme
  useEffect(() => {
    if (theme !== undefined) setColorScheme(schemeOfTheme[theme])
  }, [theme, setColorScheme])
  return null
}
