import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PracticeFault, PracticeState } from '../../shared/model/practice/practice.ts'
import { practiceFaults } from '../../shared/model/practice/practice-faults.ts'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { faultTexts } from './messages.ts'
import classes from './practice-page.module.css'

/** Turns the practice service’s faults on and off. */
export function FaultSwitches({
  faults,
  onChange,
}: {
  readonly faults: readonly PracticeFault[]
  readonly onChange: (state: PracticeState) => void
}): ReactElement {
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
