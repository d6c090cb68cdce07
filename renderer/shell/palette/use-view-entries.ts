import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useOpenSavedView } from '../../lists/views/use-open-saved-view.ts'
import { queries } from '../../platform/queries.ts'
import type { PaletteGroup } from './palette-entry.ts'

/** Returns the entries for the saved views of a profile's lists; none without a profile or views. */
export function useViewEntries(profile: Profile | undefined): readonly PaletteGroup[] {
  const openView = useOpenSavedView()
  const { data } = useQuery({
    ...queries.listViews(profile?.id ?? ''),
    enabled: profile !== undefined,
  })
  if (profile === undefined || data === undefined || data.saved.length === 0) return []
  return [
    {
      title: 'Saved views',
      entries: data.saved.map((view) => ({
        id: `view-${view.id}`,
        label: `${listTitles[view.list]} · ${view.name}`,
        words: ['view', 'list'],
        Icon: IconTable,
        run: () => openView(profile.id, view),
      })),
    },
  ]
}
