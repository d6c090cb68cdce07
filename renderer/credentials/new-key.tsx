import { Radio, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { keySizes, type KeySize } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'

const descriptions: Readonly<Record<KeySize, string>> = {
  2048: 'Most common',
  3072: 'Stronger, slightly slower',
  4096: 'Strongest; some portals don’t accept it',
}

/** Opens the dialog that creates a key. */
export function openNewKey(profile: Profile): void {
  openDialog(`New key for ${profile.name}`, (close) => <NewKey profile={profile} onDone={close} />)
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
    <DialogForm
      profile={profile}
      description="The private key is stored in your keychain and never shown."
      work={create}
      action="Create key"
      onCancel={onDone}
      onSubmit={() => create.mutate()}
    >
      <Radio.Group label="Key size" value={String(keySize)} onChange={(value) => setKeySize(sizeOf(value))}>
        <Stack gap="xs" mt={6}>
          {keySizes.map((size) => (
            <Radio key={size} value={String(size)} label={`${size} bits`} description={descriptions[size]} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  )
}

function sizeOf(value: string): KeySize {
  return keySizes.find((size) => String(size) === value) ?? 2048
}
