import { dayMs } from '#shared/values/local-day.ts'
import { notifyUndo } from '../ui/controls/notify.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { attempt } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { SnoozeUntil, dayWords, type Snoozed } from './snooze-until.tsx'

export interface SnoozeActions {
  readonly snoozeFor: (days: number) => void
  /** @param moment milliseconds since the epoch */
  readonly snoozeUntil: (moment: number) => void
  readonly snoozeUntilDate: () => void
  readonly unsnooze: () => void
}

/** Returns the commands that pause warnings. Main publishes each change as an event, so nothing is refreshed here. */
export function useSnooze({ snooze, resume, ...asked }: Snoozed): SnoozeActions {
  const dates = useDates()
  const unsnooze = (): void => attempt('Couldn’t resume warnings', resume())
  async function snoozeThen(until: number): Promise<void> {
    await snooze(new Date(until).toISOString())
    notifyUndo(`Snoozed until ${dayWords(until, dates)}`, unsnooze)
  }
  const snoozeUntil = (moment: number): void => attempt('Couldn’t snooze warnings', snoozeThen(moment))
  return {
    snoozeFor: (days) => snoozeUntil(Date.now() + days * dayMs),
    snoozeUntil,
    snoozeUntilDate: () => {
      openDialog('Snooze warnings', (close) => (
        <SnoozeUntil
          {...asked}
          onCancel={close}
          onSnooze={async (until) => {
            await snoozeThen(until)
            close()
          }}
        />
      ))
    },
    unsnooze,
  }
}
