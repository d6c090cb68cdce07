import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { WatchedCertificate } from '../../shared/model/warning.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { dayMoment, dayValue, dayWords } from './snooze-messages.ts'

const day = 86_400_000

/** Asks for the day on which warnings come again. */
export function SnoozeUntil({
  certificate,
  onCancel,
  onSnooze,
}: {
  readonly certificate: WatchedCertificate
  readonly onCancel: () => void
  readonly onSnooze: (until: number) => Promise<void>
}): ReactElement {
  const [today] = useState(() => Date.now())
  const [value, setValue] = useState(() => dayValue(today + 7 * day))
  const until = dayMoment(value)
  const complaint = until === undefined ? 'Choose a day.' : until <= today ? 'Choose a day in the future.' : null
  const end = Date.parse(certificate.notAfter)
  const snooze = useMutation({ mutationFn: onSnooze })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (until !== undefined && complaint === null) snooze.mutate(until)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          Warnings for {certificate.profileName} are paused until then, except on expiry.
        </Text>
        <TextInput
          type="date"
          label="Resume on"
          data-autofocus
          value={value}
          min={dayValue(today + day)}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={complaint}
          description={
            until !== undefined && until > end && end > today
              ? `The certificate expires before that, on ${dayWords(end)}.`
              : undefined
          }
        />
        {snooze.isError && <ErrorPanel error={snooze.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={snooze.isPending} disabled={complaint !== null}>
            Snooze
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
