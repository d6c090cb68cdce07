import { Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { KeyRecord } from '#shared/credentials/recovery.ts'
import { environmentNames, needsCertificate } from '#shared/profiles/environment.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'

export function openAttachKey(record: KeyRecord, onDone: () => void): void {
  openDialog('Attach key to a profile', (close) => (
    <AttachKey
      record={record}
      onCancel={close}
      onDone={() => {
        close()
        onDone()
      }}
    />
  ))
}

function AttachKey({
  record: { keyId, origin },
  onCancel,
  onDone,
}: {
  readonly record: KeyRecord
  readonly onCancel: () => void
  readonly onDone: () => void
}): ReactElement {
  const { data: profiles = [] } = useQuery(queries.profiles)
  const fitting = profiles.filter(needsCertificate)
  const [chosen, setChosen] = useState<string | null>(origin?.profileId ?? null)
  const profile = fitting.find(({ id }) => id === chosen)
  const attach = useMutation({
    mutationFn: (profileId: string) => call('recovery.attach', { keyId, profileId }),
    onSuccess: onDone,
  })
  return (
    <DialogForm
      description="Adds the key to the profile as a credential, with its certificate if that was imported before."
      work={attach}
      action="Attach key"
      isReady={profile !== undefined}
      onCancel={onCancel}
      onSubmit={() => profile !== undefined && attach.mutate(profile.id)}
    >
      <Select
        label="Profile"
        data-autofocus
        openOnFocus={false}
        data={fitting.map(({ id, name, environment }) => ({
          value: id,
          label: `${visibleLine(name)} (${environmentNames[environment]})`,
        }))}
        value={profile?.id ?? null}
        onChange={setChosen}
        placeholder={fitting.length === 0 ? 'No profile uses keys' : 'Select a profile'}
        searchable
      />
    </DialogForm>
  )
}
