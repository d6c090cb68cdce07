import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PracticeData, PracticeState } from '../../shared/model/practice/practice.ts'
import { call } from '../platform/calls/clavis.ts'
import { SecondaryButton } from '../ui/controls/secondary-button.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { dataDate } from './messages.ts'
import classes from './practice-page.module.css'

/** Lets days pass in the believable data, or replaces it with awkward data. */
export function DataChoice({
  data,
  onChange,
}: {
  readonly data: PracticeData
  readonly onChange: (state: PracticeState) => void
}): ReactElement {
  const change = useMutation({
    mutationFn: (wanted: PracticeData) => call('practice.setData', wanted),
    onSuccess: onChange,
  })
  const { isAwkward, daysAhead } = change.isPending ? change.variables : data
  return (
    <>
      {!isAwkward && (
        <div className={classes['days']}>
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
        </div>
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
