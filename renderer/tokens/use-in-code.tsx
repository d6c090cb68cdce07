import { Button, Group, ScrollArea, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { keyIdOf } from '#shared/credentials/key-id.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { codeSample, type SampleLanguage, sampleLanguages } from '#shared/tokens/code-samples.ts'
import { sampleFiles, sampleRequest } from '#shared/tokens/sample-request.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { saveAndReport } from '../ui/dialog/show-error.tsx'
import { CopyButton, Copyable } from '../ui/text/copy-button.tsx'
import classes from './use-in-code.module.css'

/** Says what a code sample reads besides its own text. */
export function sampleNeeds({
  clientAuthentication,
  certificateAuthorities,
}: Pick<Profile, 'clientAuthentication' | 'certificateAuthorities'>): string {
  const trust =
    certificateAuthorities.length === 0 ? '' : ` It trusts the certificate authorities in ${sampleFiles.authorities}.`
  switch (clientAuthentication) {
    case 'client_secret_basic':
    case 'client_secret_post':
      return `Sends the same requests as Clavis. Reads the client secret from the environment variable CLIENT_SECRET.${trust}`
    case 'private_key_jwt':
      return `Signs the same claims as Clavis. Reads the private key from ${sampleFiles.key}; Clavis does not export keys from your keychain.${trust}`
    case 'tls_client_auth':
      return `Sends the same requests as Clavis. Reads ${sampleFiles.certificate} and ${sampleFiles.key}; Clavis does not export keys from your keychain.${trust}`
  }
}

export function openUseInCode(profile: Profile): void {
  openDialog('Use in your code', () => <UseInCode profile={profile} />, { size: 'xl' })
}

function UseInCode({ profile }: { readonly profile: Profile }): ReactElement {
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const { data: credentials = [] } = useQuery(queries.credentials(profile.id))
  const { data: open = [] } = useQuery(queries.localAddresses)
  const address = open.find(({ profileId }) => profileId === profile.id)
  const active = credentials.find((credential) => credential.state === 'active')
  const kid = active === undefined ? profile.kid || undefined : keyIdOf(profile.kid, active, credentials)
  const code = codeSample(language, sampleRequest(profile, kid))
  return (
    <>
      {address !== undefined && (
        <Text size="sm" mb="md">
          Without key and token, while the local address is open:{' '}
          <Copyable text={address.curl} label="Copy curl command" />
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="md">
        {sampleNeeds(profile)}
      </Text>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label="Language"
          data={[...sampleLanguages]}
          value={language}
          onChange={(value) => setLanguage(value)}
        />
        <CopyButton text={code} label="Copy code" />
      </Group>
      <ScrollArea.Autosize
        className={classes['frame'] ?? ''}
        mah="calc(90vh - 23rem)"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Code' }}
      >
        <pre className={classes['code']}>{code}</pre>
      </ScrollArea.Autosize>
      {(profile.apiBaseUrl !== '' || profile.reportsBaseUrl !== '') && (
        <Collections profile={profile} hasAddress={address?.url !== undefined} />
      )}
    </>
  )
}

/** Saves the profile's calls for API clients, which get the token from `clavis token`, or need none at the local address. */
function Collections({
  profile,
  hasAddress,
}: {
  readonly profile: Profile
  /** Whether the profile's local address is open on a port. */
  readonly hasAddress: boolean
}): ReactElement {
  const save = (program: 'bruno' | 'postman'): Promise<void> =>
    saveAndReport(
      () => call('tokens.saveCollection', { profileId: profile.id, program }),
      'Couldn’t save the collection',
      ({ name }) => ['Collection saved', name],
    )
  return (
    <Group mt="md" gap="sm" wrap="nowrap" justify="space-between">
      <Text size="sm" c="dimmed">
        {hasAddress
          ? 'Or as a collection that calls the open local address, which adds the token. The address is another one each time you open it.'
          : 'Or as a collection, without a secret: Bruno gets the token from clavis in its developer mode; in Postman you paste it. Neither is needed while a local address with a port is open.'}
      </Text>
      <Group gap="sm" wrap="nowrap" style={{ flexShrink: 0 }}>
        <Button variant="default" onClick={() => void save('bruno')}>
          Save Bruno collection…
        </Button>
        <Button variant="default" onClick={() => void save('postman')}>
          Save Postman collection…
        </Button>
      </Group>
    </Group>
  )
}
