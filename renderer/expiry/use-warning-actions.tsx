import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { nextThreshold, thresholdMoment } from '#shared/expiry/warning-thresholds.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { call } from '../platform/clavis.ts'
import { notifyUndo } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { SnoozeUntil, dayWords } from './snooze-until.tsx'

export interface WarningActions {
  readonly snoozeFor: (days: number) => void
  /** Snoozes until the next threshold; undefined if there is none before the expiry. */
  readonly snoozeUntilNext: (() => void) | undefined
  readonly snoozeUntilDate: () => void
  readonly unsnooze: () => void
  readonly noteReplacement: () => void
  readonly clearReplacement: () => void
}

/** Main publishes each change as an event, so nothing is refreshed here. */
export function useWarningActions(certificate: WatchedCertificate): WarningActions {
  const dates = useDates()
  const { profileId, credentialId, notAfter, replacement } = certificate
  const ids = { profileId, credentialId }
  const next = nextThreshold(certificate, useNow(), dates.timeZone)

  function attempt(title: string, work: Promise<void>): void {
    work.catch((error: unknown) => showError(title, error))
  }
  async function snooze(until: number): Promise<void> {
    await call('expiry.snooze', { ...ids, until: new Date(until).toISOString() })
    notifyUndo(`Snoozed until ${dayWords(until, dates)}`, () =>
      attempt('Couldn’t resume warnings', call('expiry.unsnooze', ids)),
    )
  }

  return {
    snoozeFor: (days) => attempt('Couldn’t snooze warnings', snooze(Date.now() + days * dayMs)),
    snoozeUntilNext:
      next === undefined || next === 0
        ? undefined
        : () => attempt('Couldn’t snooze warnings', snooze(thresholdMoment(notAfter, next, dates.timeZone))),
    snoozeUntilDate: () => {
      openDialog('Snooze warnings', (close) => (
        <SnoozeUntil
          certificate={certificate}
          onCancel={close}
          onSnooze={async (until) => {
            await snooze(until)
            close()
          }}
        />
      ))
    },
    unsnooze: () => attempt('Couldn’t resume warnings', call('expiry.unsnooze', ids)),
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
