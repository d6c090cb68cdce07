import type { QueryClient } from '@tanstack/react-query'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { replaceSettings, settingsChangeKey } from '../platform/query-client.ts'
import { showError } from '../ui/dialog/show-error.tsx'
import classes from './switch-look.module.css'

/**
 * Shows changed settings at once and has main keep them. If that fails, shows the old ones and an error, and returns
 * false.
 * @param failure title of the error
 */
export async function changeSettings(
  client: QueryClient,
  changes: Partial<AppSettings>,
  failure: string,
): Promise<boolean> {
  const { queryKey } = queries.settings
  const change = client.getMutationCache().build(client, {
    mutationKey: settingsChangeKey,
    mutationFn: (changed: Partial<AppSettings>) => call('app.changeSettings', changed),
  })
  const stored = change.execute(changes)
  const before = client.getQueryData(queryKey)
  if (before !== undefined) replaceSettings(client, before)
  try {
    replaceSettings(client, await stored)
    return true
  } catch (error) {
    await client.invalidateQueries({ queryKey })
    showError(failure, error)
    return false
  }
}

/** Shows a theme at once and has main keep it. */
export async function changeTheme(client: QueryClient, theme: AppSettings['theme']): Promise<void> {
  await changeSettings(client, { theme }, 'Couldn’t save the theme')
}

/** Shows dates and times in a format and time zone at once and has main keep them. */
export async function changeDates(client: QueryClient, dates: AppSettings['dates']): Promise<void> {
  await changeSettings(client, { dates }, 'Couldn’t save the date format and time zone')
}

/** Renders a switch as a row: its label on the left, the switch at the right. */
export const switchLook = {
  labelPosition: 'left',
  classNames: {
    root: classes['root'] ?? '',
    body: classes['body'] ?? '',
    labelWrapper: classes['words'] ?? '',
    label: classes['label'] ?? '',
    description: classes['description'] ?? '',
  },
} as const
