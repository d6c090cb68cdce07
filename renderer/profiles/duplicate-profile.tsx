import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { profileSettingsSchema, type Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { nameOfCopy } from './profile-name.ts'

/** Asks for the copy's name and creates it. */
export function DuplicateProfile({
  profile,
  names,
  onCancel,
  onDone,
}: {
  readonly profile: Profile
  /** Names that are taken. */
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
  return (
    <DialogForm
      profile={profile}
      description="Copies all settings. Keys, certificates and the client secret are not copied."
      work={duplicate}
      action="Duplicate"
      isReady={complaint === undefined}
      onCancel={onCancel}
      onSubmit={() => duplicate.mutate()}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={complaint}
      />
    </DialogForm>
  )
}
