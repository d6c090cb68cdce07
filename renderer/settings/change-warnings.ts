import type { QueryClient } from '@tanstack/react-query'
import type { WarningSettings } from '../../shared/model/expiry/warning-thresholds.ts'
import { call } from '../platform/calls/clavis.ts'
import { queries } from '../platform/calls/queries.ts'
import { showError } from '../ui/feedback/show-error.tsx'

/** Shows changed settings of warnings at once and has main keep them; goes back and answers false where that fails. */
export async function changeWarnings(client: QueryClient, changes: Partial<WarningSettings>): Promise<boolean> {
  const { queryKey } = queries.settings
  const before = client.getQueryData(queryKey)
  if (before === undefined) return false
  const warnings = { ...before.warnings, ...changes }
  client.setQueryData(queryKey, { ...before, warnings })
  try {
    client.setQueryData(queryKey, await call('app.changeSettings', { warnings }))
    return true
  } catch (error) {
    client.setQueryData(queryKey, before)
    showError('Couldn’t save warning settings', error)
    return false
  }
}
