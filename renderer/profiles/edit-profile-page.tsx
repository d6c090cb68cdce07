import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import { settingsOf, type Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { formValuesOf } from './form/form-values.ts'
import { ProfileForm } from './form/profile-form.tsx'

export interface EditProfilePageProps {
  readonly profile: Profile
  /** The name of the setting whose field has the focus, and a value to suggest for it. */
  readonly field: string | undefined
  readonly suggestion: string | undefined
}

/** Edits a profile's settings. If it was changed elsewhere in the meantime, the person can start from that. */
export function EditProfilePage({ profile, field, suggestion }: EditProfilePageProps): ReactElement {
  const { go } = useNavigation()
  const client = useQueryClient()
  // The profile as it was when editing started: another update must not change the fields while they are edited.
  const [start, setStart] = useState(profile)
  const saved = useRef<number>(undefined)
  const leave = (): void => go({ page: 'overview', profileId: profile.id })
  return (
    <PageBody layout="form">
      <PageHeader
        order={1}
        title={`Edit ${profile.name}`}
        actions={<EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />}
      />
      <ProfileForm
        key={start.revision}
        profileId={profile.id}
        isPractice={profile.practice}
        field={field}
        suggestion={suggestion}
        initialValues={formValuesOf(settingsOf(start))}
        revision={start.revision}
        submitLabel="Save changes"
        onCancel={leave}
        onSubmit={async (settings, proxyPassword) => {
          const { revision } = await call('profiles.update', {
            profileId: profile.id,
            revision: saved.current ?? start.revision,
            settings,
          })
          // For another try if the keychain refuses.
          saved.current = revision
          // Afterwards, because another proxy deletes the stored password.
          if (proxyPassword !== undefined)
            await call('profiles.setProxyPassword', { profileId: profile.id, password: proxyPassword })
          await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
          // After the form has noted that it is saved; otherwise it would ask about unsaved changes.
          setTimeout(leave)
        }}
        renderFailure={(error) => (
          <ErrorPanel
            error={error}
            actions={
              error instanceof ClavisError && error.code === 'profile-changed-elsewhere' ? (
                <SecondaryButton
                  size="xs"
                  onClick={() => {
                    saved.current = undefined
                    setStart(profile)
                  }}
                >
                  Load current settings
                </SecondaryButton>
              ) : undefined
            }
          />
        )}
      />
    </PageBody>
  )
}
