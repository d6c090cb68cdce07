import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { latestSnooze } from '#shared/expiry/warning-thresholds.ts'
import { call } from '../platform/clavis.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { attempt } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { dayWords } from './snooze-until.tsx'
import { useSnooze, type SnoozeActions } from './use-snooze.tsx'

export interface WarningActions extends SnoozeActions {
  readonly noteReplacement: () => void
  readonly clearReplacement: () => void
}

/** Main publishes each change as an event, so nothing is refreshed here. */
export function useWarningActions(certificate: WatchedCertificate): WarningActions {
  const dates = useDates()
  const { profileId, credentialId, profileName, notAfter, replacement } = certificate
  const ids = { profileId, credentialId }
  const now = useNow()
  const end = Date.parse(notAfter)
  const snoozing = useSnooze({
    description: `Warnings for ${profileName} are paused until then, except on expiry.`,
    latest: latestSnooze(certificate, now),
    noteOn: (until) =>
      until > end && end > now ? `The certificate expires before that, on ${dayWords(end, dates)}.` : undefined,
    snooze: (until) => call('expiry.snooze', { ...ids, until }),
    resume: () => call('expiry.unsnooze', ids),
  })
  return {
    ...snoozing,
    noteReplacement: () => {
      openDialog('Replacement in progress', (close) => (
        <ReplacementNote
          note={replacement?.note ?? ''}
          onCancel={close}
          onSave={async (note) => {
            await call('expiry.setReplacementUnderWay', { ...ids, note })
            close()
          }}
        />
      ))
    },
    clearReplacement: () => attempt('Couldn’t save the change', call('expiry.setReplacementUnderWay', ids)),
  }
}

export function ReplacementNote({
  note: before,
  onCancel,
  onSave,
}: {
  readonly note: string
  readonly onCancel: () => void
  readonly onSave: (note: string) => Promise<void>
}): ReactElement {
  const [note, setNote] = useState(before)
  const save = useMutation({ mutationFn: onSave })
  return (
    <DialogForm
      description="Notifications are paused until 7 days before expiry. The banner shows that a replacement is in progress."
      work={save}
      action="Save"
      onCancel={onCancel}
      onSubmit={() => save.mutate(note.trim())}
    >
      <TextInput
        label="Note"
        description="Optional. Shown in the banner."
        placeholder="CSR sent to the certificate authority on Monday"
        data-autofocus
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
