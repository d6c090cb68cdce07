import type { QueryClient } from '@tanstack/react-query'
import type { AppSettings } from '../../shared/model/settings/app-settings.ts'
import { call } from '../platform/calls/clavis.ts'
import { queries } from '../platform/calls/queries.ts'
import { showError } from '../ui/feedback/show-error.tsx'

/** Shows a theme at once and has main keep it; goes back where that fails. */
export async function changeTheme(client: QueryClient, theme: AppSettings['theme']): Promise<void> {
  const { queryKey } = queries.settings
  const before = client.getQueryData(queryKey)
  if (before !== undefined) client.setQueryData(queryKey, { ...before, theme })
  try {
    client.setQueryData(queryKey, await call('app.changeSettings', { theme }))
  } catch (error) {
    if (before !== undefined) client.setQueryData(queryKey, before)
    showError('Couldn’t save the theme', error)
  }
}
