import type { SavedView } from '#shared/lists/list-views.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { useViewMemories } from '../model/view-memory.tsx'
import { stateOfView } from './list-state.ts'

export function useOpenSavedView(): (profileId: ProfileId, view: SavedView) => void {
  const { go } = useNavigation()
  const { show } = useViewMemories()
  return (profileId, view) => {
    show(`${profileId} ${view.list}`, stateOfView(view))
    go({ page: 'lists', profileId, list: view.list })
  }
}
