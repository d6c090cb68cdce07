import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { openWhenLoaded, saveAndReport, showError } from '../ui/dialog/show-error.tsx'

/** Actions on profiles, for the header's menu, the command palette and the welcome. */
export interface ProfileActions {
  readonly importFile: () => Promise<void>
  readonly exportFile: (profiles: readonly Profile[]) => Promise<void>
  readonly duplicate: (profile: Profile) => void
  readonly remove: (profile: Profile) => void
}

/** Provides the actions, each with its dialogs and a notification once it is done. */
export function useProfileActions(): ProfileActions {
  const { go } = useNavigation()
  const client = useQueryClient()

  /** So that the page that is opened finds the profile even before main's event arrives. */
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: queries.profiles.queryKey }), [client])

  return useMemo(
    () => ({
      importFile: async () => {
        try {
          const file = await call('profiles.openFile')
          if (file === undefined) return
          openWhenLoaded(import('./import-preview.tsx'), ({ ImportPreview }) =>
            openDialog(`Import ${file.fileName}`, (close) => (
              <ImportPreview
                fileId={file.fileId}
                profiles={file.profiles}
                onCancel={close}
                onDone={async (imported) => {
                  close()
                  await refresh()
                  notifySuccess(
                    imported.length === 1 ? 'Profile imported' : `${imported.length} profiles imported`,
                    imported.map(({ name }) => name).join(', '),
                  )
                  const [first] = imported
                  if (first !== undefined) go({ page: 'overview', profileId: first.id })
                }}
              />
            )),
          )
        } catch (error) {
          showError('Couldn’t import the file', error)
        }
      },

      exportFile: (profiles) =>
        saveAndReport(
          () => call('profiles.exportFile', { profileIds: profiles.map(({ id }) => id) }),
          'Couldn’t export',
          ({ fileName }) => [
            profiles.length === 1 ? 'Profile exported' : `${profiles.length} profiles exported`,
            `${fileName} contains settings only, no keys or secrets.`,
          ],
        ),

      duplicate: (profile) =>
        openWhenLoaded(import('./duplicate-profile.tsx'), ({ DuplicateProfile }) => {
          const names = client.getQueryData(queries.profiles.queryKey)?.map(({ name }) => name) ?? []
          openDialog(`Duplicate ${profile.name}`, (close) => (
            <DuplicateProfile
              profile={profile}
              names={names}
              onCancel={close}
              onDone={async (copy) => {
                close()
                await refresh()
                go({ page: 'overview', profileId: copy.id })
              }}
            />
          ))
        }),

      remove: (profile) =>
        openWhenLoaded(import('./remove-profile.tsx'), ({ removeProfile }) =>
          removeProfile(profile, async () => {
            const [next] = client.getQueryData(queries.profiles.queryKey)?.filter(({ id }) => id !== profile.id) ?? []
            go(next === undefined ? { page: 'welcome' } : { page: 'overview', profileId: next.id })
            await refresh()
            notifications.show({ title: 'Profile deleted', message: profile.name })
          }),
        ),
    }),
    [client, go, refresh],
  )
}
