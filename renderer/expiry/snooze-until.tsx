import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { latestSnooze, type WatchedCertificate } from '../../shared/expiry/warning-thresholds.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { useDates } from '../ui/time/dates.tsx'
import { dayMoment, dayValue, dayWords } from './snooze-messages.ts'

const day = 86_400_000

/** Asks until which day warnings are paused. */
export function SnoozeUntil({
  certificate,
  onCancel,
  onSnooze,
}: {
  readonly certificate: WatchedCertificate
  readonly onCancel: () => void
  readonly onSnooze: (until: number) => Promise<void>
}): ReactElement {
  const dates = useDates()
  const [today] = useState(() => Date.now())
  const [value, setValue] = useState(() => dayValue(today + 7 * day))
  const until = dayMoment(value)
  const end = Date.parse(certificate.notAfter)
  const latest = latestSnooze(certificate, today)
  const complaint =
    until === undefined
      ? 'Choose a day.'
      : until <= today
        ? 'Choose a day in the future.'
        : until > latest
          ? `Choose a day up to ${dayWords(latest, dates)}.`
          : null
  const snooze = useMutation({ mutationFn: onSnooze })
  return (
    <DialogForm
      description={`Warnings for ${certificate.profileName} are paused until then, except on expiry.`}
      work={snooze}
      action="Snooze"
      isReady={complaint === null}
      onCancel={onCancel}
      onSubmit={() => until !== undefined && snooze.mutate(until)}
    >
      <TextInput
        type="date"
        label="Resume on"
        data-autofocus
        value={value}
        min={dayValue(today + day)}
        max={dayValue(latest)}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={complaint}
        description={
          until !== undefined && until > end && end > today
            ? `The certificate expires before that, on ${dayWords(end, dates)}.`
            : undefined
        }
      />
    </DialogForm>
  )
}
