import { EmptyState, Menu, Skeleton, Stack } from '@mantine/core'
import { IconChevronDown, IconClipboardText, IconFileImport, IconKey, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useThresholds } from '../expiry/use-warnings.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries, useReadOnly } from '../platform/queries.ts'
import { MenuItem, SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { ClientSecretPanel } from './client-secret-panel.tsx'
import { KeySizeButton, useCreateKey } from './create-key-button.tsx'
import { CredentialCard } from './credential-card.tsx'
import { RemovedCredentials } from './credential-history.tsx'
import { nextStep } from './credential-next-step.ts'
import { openPasteImport } from './import/paste-import.tsx'
import { useImport } from './import/use-import.tsx'
import { openPortalBundle, uploadable } from './portal-bundle.tsx'

const heading = {
  title: 'Credentials',
  description: 'Each credential is a key with its CSR and certificate. The active one signs token requests.',
}

/** Keys, CSRs and certificates of a profile; for the basic flavor its client secret. */
export function CredentialsPage({ profile }: { readonly profile: Profile }): ReactElement {
  const credentials = useQuery(queries.credentials(profile.id))
  const { route } = useNavigation()
  const readOnly = useReadOnly(profile)
  const createKey = useCreateKey(profile)
  const chosen = route.page === 'credentials' ? route.credentialId : undefined
  const thresholds = useThresholds(profile.id) ?? []
  const dates = useDates()
  const now = useNow(undefined, validityMoments(credentials.data ?? []))
  if (!needsCertificate(profile))
    return (
      <>
        <PageHeader title="Credentials" description="Basic OAuth uses a client secret instead of a certificate." />
        <ClientSecretPanel profile={profile} />
      </>
    )
  if (credentials.isError) return <ErrorPanel error={credentials.error} onRetry={() => void credentials.refetch()} />
  if (credentials.data === undefined)
    return (
      <>
        <PageHeader {...heading} />
        <Later>
          <Skeleton height={180} radius="lg" />
        </Later>
      </>
    )
  const all = credentials.data
  const isEmpty = all.length === 0
  // The active one first, then those that can be activated; retired ones last.
  const ordered = [
    ...all.filter(({ state }) => state === 'active'),
    ...all.filter(({ state }) => state !== 'active' && state !== 'retired'),
    ...all.filter(({ state }) => state === 'retired'),
  ]
  const firstToAct = ordered.find(
    (each) => !['none', 'wait'].includes(nextStep(each, all, thresholds, now, dates.timeZone)),
  )
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <ImportMenu />
            {uploadable(all).length > 0 && (
              <SecondaryButton icon={IconUpload} onClick={() => openPortalBundle(profile, ordered)}>
                Export for portal…
              </SecondaryButton>
            )}
            {!isEmpty && (
              <KeySizeButton
                label="Create key"
                loading={createKey.isPending}
                disabled={readOnly}
                isPrimary={false}
                onChoose={createKey.mutate}
              />
            )}
          </>
        }
      />
      {isEmpty ? (
        <EmptyState
          icon={<IconKey />}
          title="No keys yet"
          description="Create a key and a CSR, send the CSR to the certificate authority, then import the signed certificate."
        >
          <EmptyState.Actions>
            <KeySizeButton
              label="Create key"
              loading={createKey.isPending}
              disabled={readOnly}
              onChoose={createKey.mutate}
            />
          </EmptyState.Actions>
        </EmptyState>
      ) : (
        <Stack>
          {ordered.map((credential) => (
            <CredentialCard
              key={credential.id}
              profile={profile}
              credential={credential}
              credentials={all}
              isChosen={credential.id === chosen}
              // Without any to act on, what follows the activation is the main thing.
              isPrimary={credential === (firstToAct ?? ordered[0])}
            />
          ))}
        </Stack>
      )}
      <RemovedCredentials profile={profile} credentialIds={all.map(({ id }) => id)} />
    </>
  )
}

function ImportMenu(): ReactElement {
  const { choose, paste } = useImport()
  return (
    <Menu position="bottom-end" width={210} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <SecondaryButton rightSection={<IconChevronDown size={14} />}>Import</SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem icon={IconFileImport} onClick={() => void choose()}>
          From files…
        </MenuItem>
        <MenuItem icon={IconClipboardText} onClick={() => openPasteImport(paste)}>
          Paste…
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  )
}
