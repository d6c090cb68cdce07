import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import { profileSettingsSchema, type Profile } from '../../shared/model/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { ProductionSign } from '../ui/environment/production-sign.tsx'
import { nameOfCopy } from './profile-name.ts'

/** Asks for the copy's name and makes it. */
export function DuplicateProfile({
  profile,
  names,
  onCancel,
  onDone,
}: {
  readonly profile: Profile
  /** The names that are taken. */
  readonly names: readonly string[]
  readonly onCancel: () => void
  readonly onDone: (copy: Profile) => Promise<void>
}): ReactElement {
  const [name, setName] = useState(() => nameOfCopy(profile.name, names))
  const complaint = profileSettingsSchema.shape.name.safeParse(name).error?.issues[0]?.message
  const duplicate = useMutation({
    mutationFn: () => call('profiles.duplicate', { profileId: profile.id, name: name.trim() }),
    onSuccess: onDone,
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (complaint === undefined) duplicate.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProductionSign profile={profile} />
        <Text c="dimmed" size="sm">
          The copy gets every setting. Keys, certificates and the client secret stay with the original.
        </Text>
        <TextInput
          label="Name of the copy"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={complaint}
        />
        {duplicate.isError && <ErrorPanel error={duplicate.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={duplicate.isPending} disabled={complaint !== undefined}>
            Duplicate
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
