import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { queries } from '../platform/calls/queries.ts'
import { openWhenRead } from '../ui/feedback/open-when-loaded.ts'
import { showError } from '../ui/feedback/show-error.tsx'

/** What can be done with profiles from any place: the header's menu, the command palette, the welcome. */
export interface ProfileActions {
  readonly importFile: () => Promise<void>
  readonly exportFile: (profiles: readonly Profile[]) => Promise<void>
  readonly duplicate: (profile: Profile) => void
  readonly remove: (profile: Profile) => void
}

/** The actions, each with its dialogs and its word afterwards. */
export function useProfileActions(): ProfileActions {
  const { go } = useNavigation()
  const client = useQueryClient()

  /** So that a page that is gone to finds the profile even before main's event arrives. */
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: queries.profiles.queryKey }), [client])

  return useMemo(
    () => ({
      importFile: async () => {
        try {
          const file = await call('profiles.openFile')
          if (file === undefined) return
          const { fileId, fileName, profiles } = file
          openWhenRead(import('./import-preview.tsx'), ({ ImportPreview }) => {
            const modalId = modals.open({
              title: `Import ${fileName}`,
              children: (
                <ImportPreview
                  fileId={fileId}
                  profiles={profiles}
                  onCancel={() => modals.close(modalId)}
                  onDone={async (imported) => {
                    modals.close(modalId)
                    await refresh()
                    notifications.show({
                      color: 'green',
                      title: imported.length === 1 ? 'Profile imported' : `${imported.length} profiles imported`,
                      message: imported.map(({ name }) => name).join(', '),
                    })
                    const [first] = imported
                    if (first !== undefined) go({ page: 'overview', profileId: first.id })
                  }}
                />
              ),
            })
          })
        } catch (error) {
          showError('Nothing was imported', error)
        }
      },

      exportFile: async (profiles) => {
        try {
          const saved = await call('profiles.exportFile', { profileIds: profiles.map(({ id }) => id) })
          if (saved !== undefined)
            notifications.show({
              color: 'green',
              title: profiles.length === 1 ? 'Profile exported' : `${profiles.length} profiles exported`,
              message: `${saved.fileName} holds settings only: no key and no secret.`,
            })
        } catch (error) {
          showError('Nothing was exported', error)
        }
      },

      duplicate: (profile) =>
        openWhenRead(import('./duplicate-profile.tsx'), ({ DuplicateProfile }) => {
          const names = client.getQueryData(queries.profiles.queryKey)?.map(({ name }) => name) ?? []
          const modalId = modals.open({
            title: `Duplicate ${profile.name}`,
            children: (
              <DuplicateProfile
                profile={profile}
                names={names}
                onCancel={() => modals.close(modalId)}
                onDone={async (copy) => {
                  modals.close(modalId)
                  await refresh()
                  go({ page: 'overview', profileId: copy.id })
                }}
              />
            ),
          })
        }),

      remove: (profile) =>
        openWhenRead(import('./remove-profile.tsx'), ({ RemoveProfile }) => {
          const modalId = modals.open({
            title: `Delete ${profile.name}?`,
            children: (
              <RemoveProfile
                profile={profile}
                onCancel={() => modals.close(modalId)}
                onDone={async () => {
                  modals.close(modalId)
                  const [next] =
                    client.getQueryData(queries.profiles.queryKey)?.filter(({ id }) => id !== profile.id) ?? []
                  go(next === undefined ? { page: 'welcome' } : { page: 'overview', profileId: next.id })
                  await refresh()
                  notifications.show({ title: 'Profile deleted', message: profile.name })
                }}
              />
            ),
          })
        }),
    }),
    [client, go, refresh],
  )
}
