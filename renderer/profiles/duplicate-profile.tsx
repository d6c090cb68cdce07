import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type Profile, profileSettingsSchema } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'

/**
 * Returns a free name for a copy: `Acme copy`, then `Acme copy 2`. Names must differ in more than case.
 * @param names the names that are taken
 */
export function nameOfCopy(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((other) => other.toLowerCase()))
  const first = `${name} copy`
  let candidate = first
  for (let count = 2; taken.has(candidate.toLowerCase()); count += 1) candidate = `${first} ${count}`
  return candidate
}

interface DuplicateProfileProps {
  readonly profile: Profile
  /** Names that are taken. */
  readonly names: readonly string[]
  readonly onCancel: () => void
  readonly onDone: (copy: Profile) => Promise<void>
}

export function DuplicateProfile({ profile, names, onCancel, onDone }: DuplicateProfileProps): ReactElement {
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
