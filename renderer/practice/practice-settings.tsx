import { Button, Group, NumberInput, Switch } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { practiceFaults } from '#shared/practice/practice-faults.ts'
import type { PracticeData, PracticeFault, PracticeState } from '#shared/practice/practice.ts'
import { call } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { InlineForm } from '../ui/controls/inline-form.tsx'
import { count } from '../ui/text/count.ts'
import classes from './practice-page.module.css'

/** The contract's limit. */
const maxRecords = 10_000_000

interface RecordCountProps {
  readonly records: number
  readonly onChange: (state: PracticeState) => void
}

export function RecordCount({ records, onChange }: RecordCountProps): ReactElement {
  const [wanted, setWanted] = useState<number | string>(records)
  const change = useMutation({
    mutationFn: (count: number) => call('practice.setRecords', { records: count }),
    onSuccess: onChange,
  })
  const valid = typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0 && wanted <= maxRecords
  function submit(): void {
    if (valid) change.mutate(wanted)
  }
  return (
    <>
      <InlineForm align="center" onSubmit={submit}>
        <NumberInput
          aria-label="Number of records"
          value={wanted}
          onChange={setWanted}
          min={0}
          max={maxRecords}
          step={1000}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator
          w={160}
          error={valid ? undefined : 'Enter a whole number up to 10 million.'}
        />
        <SecondaryButton type="submit" disabled={!valid || wanted === records} loading={change.isPending}>
          Apply
        </SecondaryButton>
        {[0, 1_000, 10_000, 1_000_000].map((count) => (
          <Button
            key={count}
            variant="subtle"
            color="gray"
            size="xs"
            disabled={count === records}
            onClick={() => change.mutate(count)}
          >
            {count.toLocaleString()}
          </Button>
        ))}
      </InlineForm>
      {change.isError && <ErrorPanel error={change.error} />}
    </>
  )
}

interface DataChoiceProps {
  readonly data: PracticeData
  readonly onChange: (state: PracticeState) => void
}

/** Lets days pass in the believable data, or replaces it with awkward data. */
export function DataChoice({ data, onChange }: DataChoiceProps): ReactElement {
  const change = useMutation({
    mutationFn: (wanted: PracticeData) => call('practice.setData', wanted),
    onSuccess: onChange,
  })
  const { isAwkward, daysAhead } = change.isPending ? change.variables : data
  return (
    <>
      {!isAwkward && (
        <Group gap="8px 12px" mt="md">
          <SecondaryButton
            icon={IconCalendarPlus}
            onClick={() => change.mutate({ isAwkward, daysAhead: daysAhead + 1 })}
          >
            Let a day pass
          </SecondaryButton>
          {daysAhead > 0 && (
            <SecondaryButton onClick={() => change.mutate({ isAwkward, daysAhead: 0 })}>Back to today</SecondaryButton>
          )}
          <span className={classes['quiet']} role="status">
            {dataDate(daysAhead)}
          </span>
        </Group>
      )}
      <Switch
        mt="md"
        label="Awkward data"
        description="Missing and nested fields, changing types, 18-digit numbers, text in many scripts. Always the same."
        checked={isAwkward}
        onChange={(event) => change.mutate({ isAwkward: event.currentTarget.checked, daysAhead })}
      />
      {change.isError && <ErrorPanel error={change.error} />}
    </>
  )
}

interface FaultSwitchesProps {
  readonly faults: readonly PracticeFault[]
  readonly onChange: (state: PracticeState) => void
}

export function FaultSwitches({ faults, onChange }: FaultSwitchesProps): ReactElement {
  const change = useMutation({
    mutationFn: (wanted: PracticeFault[]) => call('practice.setFaults', { faults: wanted }),
    onSuccess: onChange,
  })
  // The switches show the choice while main saves it.
  const shown = change.isPending ? change.variables : faults
  return (
    <>
      <div className={classes['faults']} role="group" aria-label="Simulated faults">
        {practiceFaults.map((fault) => (
          <div key={fault} className={classes['fault']}>
            <Switch
              label={faultTexts[fault].title}
              description={faultTexts[fault].description}
              checked={shown.includes(fault)}
              onChange={(event) =>
                change.mutate(
                  event.currentTarget.checked ? [...shown, fault] : shown.filter((other) => other !== fault),
                )
              }
            />
          </div>
        ))}
      </div>
      {change.isError && <ErrorPanel error={change.error} />}
    </>
  )
}

const faultTexts: Readonly<Record<PracticeFault, { readonly title: string; readonly description: string }>> = {
  'token-expired': {
    title: 'Access tokens expire after five calls (401)',
    description: 'Discards the token and requests a new one in the middle of a load.',
  },
  'rate-limited': {
    title: 'Too many requests (429 with Retry-After)',
    description: 'Every third call. Waits for the time in Retry-After, then continues.',
  },
  unavailable: {
    title: 'Service unavailable (503)',
    description: 'Every call and list. Demonstrates backoff and giving up.',
  },
  'truncated-body': {
    title: 'Truncated responses',
    description: 'Every third page. Incomplete responses are never accepted.',
  },
  'repeated-cursor': {
    title: 'Repeated cursor',
    description: 'A list stops instead of looping.',
  },
  'slow-answer': {
    title: 'Slow responses (2 s)',
    description: 'Time to watch progress, pause and stop.',
  },
  'clock-ahead': {
    title: 'The service’s clock is two minutes ahead',
    description: 'Shows how assertions fail when clocks disagree.',
  },
  'other-names': {
    title: 'Different parameter names (resource, scope, client_id, a jti)',
    description: 'Required by some services. Set each in the profile’s settings.',
  },
}

/** Says which day the believable data is from, and how to see what a day changes. */
function dataDate(daysAhead: number): string {
  if (daysAhead === 0)
    return 'Today’s data. Each day that passes adds reports, completes running ones and removes the oldest.'
  return `Data is ${count(daysAhead, 'day', 'days')} ahead. Reload a list, or compare it with a snapshot.`
}
