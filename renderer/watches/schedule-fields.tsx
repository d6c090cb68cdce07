import { Group, Select, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import type { WatchSchedule } from '#shared/watches/watch.ts'
import { useDates } from '../ui/text/dates.tsx'
import { asLabel } from './watch-words.ts'

/** Minutes between two loads that are offered. */
const intervals = [15, 30, 60, 120, 240, 360, 720, 1440]

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  value: String(index + 1),
  label,
}))

interface ScheduleFieldsProps {
  readonly schedule: WatchSchedule
  readonly onChange: (schedule: WatchSchedule) => void
}

/** Asks when a list is loaded. Times of day are in the person’s time zone. */
export function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps): ReactElement {
  const { timeZone } = useDates()
  const at = schedule.kind === 'every' ? '08:00' : schedule.at
  const own = schedule.kind === 'every' ? [schedule.minutes] : []
  const offered = [...new Set([...intervals, ...own])].toSorted((one, other) => one - other)
  function choose(chosen: string | null): void {
    if (chosen === 'daily') onChange({ kind: 'daily', at })
    else if (chosen === 'weekly') onChange({ kind: 'weekly', weekday: 1, at })
    else onChange({ kind: 'every', minutes: Number(chosen) })
  }
  return (
    <Group gap="md" align="flex-start" grow>
      <Select
        label="Load"
        data-autofocus
        allowDeselect={false}
        data={[
          ...offered.map((minutes) => ({
            value: String(minutes),
            label: asLabel(scheduleWords({ kind: 'every', minutes })),
          })),
          { value: 'daily', label: 'Daily' },
          { value: 'weekly', label: 'Weekly' },
        ]}
        value={schedule.kind === 'every' ? String(schedule.minutes) : schedule.kind}
        onChange={choose}
      />
      {schedule.kind === 'weekly' && (
        <Select
          label="On"
          allowDeselect={false}
          data={weekdays}
          value={String(schedule.weekday)}
          onChange={(weekday) => onChange({ ...schedule, weekday: Number(weekday) })}
        />
      )}
      {schedule.kind !== 'every' && (
        <TextInput
          type="time"
          label={timeZone === 'UTC' ? 'At (UTC)' : 'At'}
          value={at}
          error={at === '' ? 'Enter a time, for example 08:00.' : undefined}
          onChange={(event) => onChange({ ...schedule, at: event.currentTarget.value })}
        />
      )}
    </Group>
  )
}
