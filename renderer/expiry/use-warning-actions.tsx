import { dayMs } from '../../shared/model/values/local-day.ts'
import { nextThreshold, thresholdMoment, type WatchedCertificate } from '../../shared/expiry/warning-thresholds.ts'
import { call } from '../platform/calls/clavis.ts'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { notifyUndo } from '../ui/feedback/notify-undo.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/time/dates.tsx'
import { useNow } from '../ui/time/use-now.ts'
import { ReplacementNote } from './replacement-note.tsx'
import { SnoozeUntil, dayWords } from './snooze-until.tsx'

/** The actions for a certificate's warnings. */
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
