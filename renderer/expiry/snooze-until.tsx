import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { systemDates, type DateText } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { useDates } from '../ui/text/dates.tsx'

/** Whose warnings are paused. */
export interface Snoozed {
  /** What is paused until then. */
  readonly description: string
  /** The latest moment, milliseconds since the epoch. */
  readonly latest: number
  /** Says what happens before a moment, in milliseconds since the epoch. */
  readonly noteOn?: (until: number) => string | undefined
  /** @param until ISO 8601 */
  readonly snooze: (until: string) => Promise<void>
  readonly resume: () => Promise<void>
}

/** Asks until which day warnings are paused. */
export function SnoozeUntil({
  description,
  latest,
  noteOn,
  onCancel,
  onSnooze,
}: Pick<Snoozed, 'description' | 'latest' | 'noteOn'> & {
  readonly onCancel: () => void
  readonly onSnooze: (until: number) => Promise<void>
}): ReactElement {
  const dates = useDates()
  const [today] = useState(() => Date.now())
  const [value, setValue] = useState(() => dayValue(today + 7 * dayMs))
  const until = dayMoment(value)
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
      description={description}
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
        min={dayValue(today + dayMs)}
        max={dayValue(latest)}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={complaint}
        description={until === undefined ? undefined : noteOn?.(until)}
      />
    </DialogForm>
  )
}

/** A local day in words, because date fields have local days. @param moment milliseconds since the epoch */
export function dayWords(moment: number, dates: DateText): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  return dates.parts(moment, parts, systemDates.timeZone)
}

/** A local day as a date field writes it (HTML, `yyyy-mm-dd`). @param moment milliseconds since the epoch */
export function dayValue(moment: number): string {
  const date = new Date(moment)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the start of a date field's day in local time; undefined if it is empty or invalid. */
export function dayMoment(value: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return undefined
  // Without an offset a date and time is local (ECMA-262, section 21.4.1.32).
  const moment = Date.parse(`${value}T00:00:00`)
  return Number.isNaN(moment) ? undefined : moment
}
