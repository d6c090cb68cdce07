import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { defaultSidebarSettings, type SidebarSettings } from '#shared/settings/sidebar-settings.ts'
import { queries } from '../../platform/queries.ts'
import { changeSettings } from '../../settings/change-settings.ts'

/** Returns how the sidebar shows the profiles, and a function that changes and keeps it. */
export function useSidebar(): {
  readonly sidebar: SidebarSettings
  readonly changeSidebar: (changes: Partial<SidebarSettings>) => void
} {
  const client = useQueryClient()
  const { data } = useQuery(queries.settings)
  const changeSidebar = useCallback(
    (changes: Partial<SidebarSettings>) => {
      const current = client.getQueryData(queries.settings.queryKey)?.sidebar ?? defaultSidebarSettings
      void changeSettings(client, { sidebar: { ...current, ...changes } }, 'Couldn’t save the sidebar’s settings')
    },
    [client],
  )
  return { sidebar: data?.sidebar ?? defaultSidebarSettings, changeSidebar }
}
