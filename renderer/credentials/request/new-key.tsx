import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { keySizes, type KeySize } from '../../../shared/model/credential.ts'
import type { Profile } from '../../../shared/model/profile.ts'
import { call } from '../../platform/calls/clavis.ts'
import { queries } from '../../platform/calls/queries.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ProductionSign } from '../../ui/environment/production-sign.tsx'

const words: Readonly<Record<KeySize, string>> = {
  2048: 'What most services ask for',
  3072: 'Stronger, a little slower',
  4096: 'Strongest; not every portal takes it',
}

/** Opens the dialog that makes a key. */
export function openNewKey(profile: Profile): void {
  const modalId = modals.open({
    title: `New key for ${profile.name}`,
    children: <NewKey profile={profile} onDone={() => modals.close(modalId)} />,
  })
}

function NewKey({ profile, onDone }: { readonly profile: Profile; readonly onDone: () => void }): ReactElement {
  const client = useQueryClient()
  const [keySize, setKeySize] = useState<KeySize>(2048)
  const create = useMutation({
    mutationFn: () => call('credentials.createKey', { profileId: profile.id, keySize }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey })
      onDone()
    },
  })
  return (
    <Stack>
      <ProductionSign profile={profile} />
      <Text size="sm" c="dimmed">
        The private key goes straight into this computer’s keychain. It never leaves it: it is in no file and never
        shown.
      </Text>
      <Radio.Group label="RSA key of" value={String(keySize)} onChange={(value) => setKeySize(sizeOf(value))}>
        <Stack gap="xs" mt={6}>
          {keySizes.map((size) => (
            <Radio key={size} value={String(size)} label={`${size} bits`} description={words[size]} />
          ))}
        </Stack>
      </Radio.Group>
      {create.isError && <ErrorPanel error={create.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          Make the key
        </Button>
      </Group>
    </Stack>
  )
}

function sizeOf(value: string): KeySize {
  return keySizes.find((size) => String(size) === value) ?? 2048
}
