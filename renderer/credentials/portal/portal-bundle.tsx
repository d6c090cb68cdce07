import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Certificate, Credential } from '../../../shared/model/credential.ts'
import type { Profile } from '../../../shared/model/profile.ts'
import { uploadCounts, uploadWords } from '../../../shared/model/upload.ts'
import { call } from '../../platform/calls/clavis.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ExpiryBadge } from '../../ui/time/expiry-badge.tsx'
import { ProductionSign } from '../../ui/environment/production-sign.tsx'
import classes from './portal-bundle.module.css'

interface Uploadable {
  readonly credential: Credential
  readonly certificate: Certificate
}

/** The credentials that have something to upload. */
export function uploadable(credentials: readonly Credential[]): Uploadable[] {
  return credentials.flatMap((credential) =>
    'certificate' in credential && credential.certificate !== undefined
      ? [{ credential, certificate: credential.certificate }]
      : [],
  )
}

/** Opens the dialog that saves certificates as the portal takes them. @param credentials in the order of the page */
export function openPortalBundle(profile: Profile, credentials: readonly Credential[]): void {
  const modalId = modals.open({
    title: 'Save for the portal',
    size: 'lg',
    children: <PortalBundle profile={profile} choices={uploadable(credentials)} onDone={() => modals.close(modalId)} />,
  })
}

function PortalBundle({
  profile,
  choices,
  onDone,
}: {
  readonly profile: Profile
  readonly choices: readonly Uploadable[]
  readonly onDone: () => void
}): ReactElement {
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    choices.filter(({ credential }) => credential.state !== 'retired').map(({ credential }) => credential.id),
  )
  const [withChain, setWithChain] = useState(false)
  const hasChain = choices.some(({ certificate }) => certificate.chain.length > 0)
  const save = useMutation({
    mutationFn: () => call('credentials.bundle', { profileId: profile.id, credentialIds: [...chosen], withChain }),
    onSuccess: (saved) => {
      // The dialog was closed: the person goes on here.
      if (saved === undefined) return
      notifications.show({
        color: 'green',
        title: `Saved in ${saved.folderName}`,
        message: `${uploadWords(saved.files.map(({ certificates }) => certificates))} ${saved.files.map(({ fileName }) => fileName).join(', ')}`,
      })
      onDone()
    },
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (chosen.length > 0 && !save.isPending) save.mutate()
  }
  function choose(credentialId: string, isChosen: boolean): void {
    setChosen((before) => (isChosen ? [...before, credentialId] : before.filter((id) => id !== credentialId)))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProductionSign profile={profile} />
        <Text size="sm" c="dimmed">
          Public certificates only. The portal takes five at most in one upload: Security page, the tab of this
          environment, “Add Security”, certificate use OAUTH.
        </Text>
        <fieldset className={classes['choices']}>
          <legend>Certificates</legend>
          {choices.map(({ credential, certificate }) => (
            <Checkbox
              key={credential.id}
              classNames={{ body: classes['row'] ?? '', labelWrapper: classes['label'] ?? '' }}
              label={
                <span className={classes['certificate']}>
                  <span>
                    {certificate.subject}
                    {credential.state === 'active' && <em> It signs.</em>}
                    {credential.state === 'retired' && <em> Retired.</em>}
                  </span>
                  <ExpiryBadge notBefore={certificate.notBefore} notAfter={certificate.notAfter} />
                </span>
              }
              checked={chosen.includes(credential.id)}
              onChange={(event) => choose(credential.id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {hasChain && (
          <Checkbox
            label="With their chains"
            description="Only where the portal asks for them. The certificates of a chain count towards the five."
            checked={withChain}
            onChange={(event) => setWithChain(event.currentTarget.checked)}
          />
        )}
        <p className={classes['words']} role="status">
          {chosen.length === 0
            ? 'Choose at least one.'
            : withChain
              ? 'The files are told once they are saved.'
              : uploadWords(uploadCounts(chosen.length))}
        </p>
        {save.isError && <ErrorPanel error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={chosen.length === 0}>
            Choose a folder…
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
