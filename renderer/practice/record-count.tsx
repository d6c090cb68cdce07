import { Button, NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { PracticeState } from '../../shared/model/practice/practice.ts'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { SecondaryButton } from '../ui/controls/secondary-button.tsx'
import classes from './practice-page.module.css'

/** The contract's limit. */
const maxRecords = 10_000_000

/** Sets how many records the practice lists hold. */
export function RecordCount({
  records,
  onChange,
}: {
  readonly records: number
  readonly onChange: (state: PracticeState) => void
}): ReactElement {
  const [wanted, setWanted] = useState<number | string>(records)
  const change = useMutation({
    mutationFn: (count: number) => call('practice.setRecords', { records: count }),
    onSuccess: onChange,
  })
  const valid = typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0 && wanted <= maxRecords
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (valid) change.mutate(wanted)
  }
  return (
    <>
      <form className={classes['count']} onSubmit={submit} noValidate>
        <NumberInput
          aria-label="Number of records"
          value={wanted}
          onChange={setWanted}
          min={0}
          max={maxRecords}
          step={1000}
          allowDecimal={false}
          allowNegative={false}
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
      </form>
      {change.isError && <ErrorPanel error={change.error} />}
    </>
  )
}
