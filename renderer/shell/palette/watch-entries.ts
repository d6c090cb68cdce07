import { useQuery } from '@tanstack/react-query'
import type { SavedView } from '#shared/lists/list-views.ts'
import { listNames } from '#shared/profiles/list-name.ts'
import { isReadOnly } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { loadWords, watchTitle } from '#shared/watches/watch-messages.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { openWhenLoaded } from '../../ui/dialog/show-error.tsx'
import type { PaletteEntry } from './palette-entry.ts'

/** Returns a function that lists a profile's watches, and what else of it can be watched. */
export function useWatchEntries(): (profile: Profile, saved: readonly SavedView[]) => PaletteEntry[] {
  const { go } = useNavigation()
  const { data: watches = [] } = useQuery(queries.watches)
  const { data: info } = useQuery(queries.appInfo)
  return (profile, saved) => {
    const { id: profileId } = profile
    const watched = watches.filter((watch) => watch.profileId === profileId)
    const isReadable =
      profile.reportsBaseUrl !== '' && info !== undefined && !isReadOnly(info.productionAccess, profile)
    const places: readonly Pick<Watch, 'list' | 'viewId' | 'viewName'>[] = isReadable
      ? [
          ...listNames.map((list) => ({ list })),
          ...saved.map(({ id, list, name }) => ({ list, viewId: id, viewName: name })),
        ]
      : []
    return [
      ...watched.map((watch) => ({
        id: `watch-${watch.id}`,
        label: `Watch history · ${watchTitle(watch)}`,
        words: ['watched', 'loads'],
        profile,
        detail: watch.lastLoad && loadWords(watch.lastLoad),
        run: () => go({ page: 'watch', profileId, watchId: watch.id }),
      })),
      ...places
        .filter((place) => !watched.some(({ list, viewId }) => list === place.list && viewId === place.viewId))
        .map((place) => ({
          id: `watch-${profileId}-${place.viewId ?? place.list}`,
          label: `Watch ${watchTitle(place)}…`,
          words: ['schedule', 'warn'],
          profile,
          run: () =>
            openWhenLoaded(import('../../watches/watch-dialog.tsx'), ({ openWatchDialog }) =>
              openWatchDialog({ profile, ...place }),
            ),
        })),
    ]
  }
}
