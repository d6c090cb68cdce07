import { useQuery } from '@tanstack/react-query'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries, useReadOnly } from '../../platform/queries.ts'
import { openWhenLoaded } from '../../ui/dialog/show-error.tsx'
import { removeWatch } from '../../watches/use-watch-actions.ts'
import type { ViewControl, WatchControl } from '../views/use-saved-views.ts'

/** Returns the commands that watch a list, or its open view as it was saved. */
export function useWatchControl(
  profile: Profile,
  list: ListName,
  { open, isChanged, remove }: ViewControl,
): WatchControl {
  const { go } = useNavigation()
  const readOnly = useReadOnly(profile)
  const { data: watches = [] } = useQuery(queries.watches)
  const { id: profileId } = profile
  const watch = watches.find((each) => each.profileId === profileId && each.list === list && each.viewId === open?.id)
  function edit(): void {
    const unsaved =
      open === undefined
        ? 'The whole list is watched. To watch only some records, filter them and save them as a view first.'
        : `“${open.name}” has unsaved changes. The saved version is watched.`
    openWhenLoaded(import('../../watches/watch-dialog.tsx'), ({ openWatchDialog }) =>
      openWatchDialog({
        profile,
        list,
        viewId: open?.id,
        viewName: open?.name,
        unsaved: isChanged ? unsaved : undefined,
      }),
    )
  }
  return {
    edit: readOnly ? undefined : edit,
    removeView: () =>
      open === undefined || watch === undefined ? remove() : void removeWatch(profile, watch, remove, true),
    showHistory: watch && (() => go({ page: 'watch', profileId, watchId: watch.id })),
  }
}
