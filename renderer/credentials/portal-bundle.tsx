import { Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import { uploadCounts, uploadMessage } from '#shared/credentials/portal-upload.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useThresholds } from '../expiry/use-warnings.ts'
import { call } from '../platform/clavis.ts'
import { CheckboxList } from '../ui/controls/checkbox-list.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { ExpiryBadge } from '../ui/text/expiry-badge.tsx'

interface Uploadable {
  readonly credential: Credential
  readonly certificate: Certificate
}

export function uploadable(credentials: readonly Credential[]): Uploadable[] {
  return credentials.flatMap((credential) =>
    'certificate' in credential && credential.certificate !== undefined
      ? [{ credential, certificate: credential.certificate }]
      : [],
  )
}

/** Opens the dialog that saves certificates as the portal takes them. @param credentials in the order of the page */
export function openPortalBundle(profile: Profile, credentials: readonly Credential[]): void {
  openDialog(
    'Export for portal',
    (close) => <PortalBundle profile={profile} choices={uploadable(credentials)} onDone={close} />,
    { size: 'lg' },
  )
}

interface PortalBundleProps {
  readonly profile: Profile
  readonly choices: readonly Uploadable[]
  readonly onDone: () => void
}

function PortalBundle({ profile, choices, onDone }: PortalBundleProps): ReactElement {
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    choices.filter(({ credential }) => credential.state !== 'retired').map(({ credential }) => credential.id),
  )
  const thresholds = useThresholds(profile.id)
  const [withChain, setWithChain] = useState(false)
  const hasChain = choices.some(({ certificate }) => certificate.chain.length > 0)
  const save = useMutation({
    mutationFn: () => call('credentials.bundle', { profileId: profile.id, credentialIds: [...chosen], withChain }),
    onSuccess: (saved) => {
      // The file dialog was cancelled.
      if (saved === undefined) return
      notifySuccess(
        `Exported to ${saved.folderName}`,
        `${uploadMessage(saved.files.map(({ certificates }) => certificates))}. ${saved.files.map(({ fileName }) => fileName).join(', ')}`,
      )
      onDone()
    },
  })
  return (
    <DialogForm
      profile={profile}
      description="Public certificates only, up to five per upload. In the portal: Security page, tab of this environment, “Add Security”, certificate use OAUTH."
      work={save}
      action="Choose folder…"
      isReady={chosen.length > 0}
      onCancel={onDone}
      onSubmit={() => save.mutate()}
    >
      <CheckboxList
        legend="Certificates"
        items={choices.map(({ credential, certificate }) => ({
          id: credential.id,
          label: (
            <>
              {certificate.subject}
              {credential.state === 'active' && <em> Active</em>}
              {credential.state === 'retired' && <em> Retired</em>}
            </>
          ),
          aside: (
            <ExpiryBadge
              validity={validityOf(certificate)}
              thresholds={thresholds}
              isRetired={credential.state === 'retired'}
            />
          ),
        }))}
        checked={chosen}
        onChange={setChosen}
      />
      {hasChain && (
        <Checkbox
          label="Include chains"
          description="Only if the portal asks for them. Chain certificates count toward the limit of five."
          checked={withChain}
          onChange={(event) => setWithChain(event.currentTarget.checked)}
        />
      )}
      <Text size="sm" fw={500} role="status">
        {chosen.length === 0
          ? 'Select at least one certificate.'
          : withChain
            ? 'The files are listed after the export.'
            : uploadMessage(uploadCounts(chosen.length))}
      </Text>
    </DialogForm>
  )
}
