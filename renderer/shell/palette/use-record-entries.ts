import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { typedIdentifier, type PaletteEntry } from './palette-entry.ts'

/** Returns entries for the loaded records whose identifier is in a query. */
export function useRecordEntries(profiles: readonly Profile[], query: string): readonly PaletteEntry[] {
  const { go } = useNavigation()
  const text = typedIdentifier(query) ?? ''
  const { data } = useQuery({
    queryKey: ['found-records', text],
    queryFn: () => call('lists.findRecords', { text }),
    enabled: text !== '',
    // Those that no longer match are left out, and the others stay in place.
    placeholderData: keepPreviousData,
    // More may be loaded by the next time.
    gcTime: 0,
  })
  return (data ?? []).flatMap(({ profileId, list, path, identifier }) => {
    const profile = profiles.find(({ id }) => id === profileId)
    if (profile === undefined) return []
    const filter = { path, excludes: false, condition: { kind: 'equals', text: identifier } } as const
    const filterLine = writeFilterLine({ search: [], filters: [filter] }, [])
    return {
      id: `record-${profileId}-${list}-${identifier}`,
      label: identifier,
      words: [listTitles[list]],
      profile,
      detail: `Record in ${listTitles[list].toLowerCase()}`,
      run: () => go({ page: 'lists', profileId, list, filterLine }),
    }
  })
}
