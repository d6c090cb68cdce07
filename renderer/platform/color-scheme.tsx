import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { queries } from './queries.ts'

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

/**
 * Returns the nonce of this load of the page, which main writes into `index.html` and into the Content Security Policy.
 * A library that writes style elements (Mantine) must add it to them. Empty if the page was served without one.
 */
export function cspNonce(): string {
  // Browsers hide the attribute from scripts and keep the value in the property (HTML, "nonce hiding").
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
