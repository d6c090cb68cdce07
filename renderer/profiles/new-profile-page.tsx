import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { showError } from '../ui/dialog/show-error.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { newFormValues } from './form/form-values.ts'
import { productionCopy } from './form/prefill.ts'
import { ProfileForm } from './form/profile-form.tsx'

/** Creates a profile, then shows its next step. */
export function NewProfilePage({
  from,
}: {
  /** The Client Testing profile that a Production profile is made from. */
  readonly from: Profile | undefined
}): ReactElement {
  const { go } = useNavigation()
  const client = useQueryClient()
  const [initialValues] = useState(() => (from === undefined ? newFormValues() : productionCopy(from)))
  return (
    <PageBody layout="form">
      <PageHeader
        order={1}
        title="New profile"
        description={
          from === undefined
            ? 'One environment and client ID. You’ll add keys and secrets next.'
            : `Copied from ${from.name}. Client ID, addresses and audience differ in Production: enter those of its tab.`
        }
      />
      <ProfileForm
        {...(from !== undefined && { draftName: `from-${from.id}` })}
        initialValues={initialValues}
        revision={0}
        submitLabel="Create profile"
        onCancel={() => go({ page: 'welcome' })}
        onSubmit={async (settings, proxyPassword) => {
          const { id } = await call('profiles.create', settings)
          // The profile exists already; a failure of the keychain is shown beside it.
          if (proxyPassword !== undefined)
            await call('profiles.setProxyPassword', { profileId: id, password: proxyPassword }).catch(
              (error: unknown) => showError('Couldn’t save the proxy password', error),
            )
          await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
          // After the form has noted that it is saved; otherwise it would ask about unsaved changes.
          setTimeout(() => go({ page: 'overview', profileId: id }))
        }}
      />
    </PageBody>
  )
}
