import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { practiceFaultTitles, type PracticeFault, type PracticeState } from '../../shared/model/practice/practice.ts'
import { practiceFaults } from '../../shared/model/practice/practice-faults.ts'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import classes from './practice-page.module.css'

/** What each fault lets one see. */
const purposes: Readonly<Record<PracticeFault, string>> = {
  'token-expired': 'Shows the token being dropped and made anew in the middle of work.',
  'rate-limited': 'Shows the wait that the service asks for, and going on after it.',
  unavailable: 'Shows growing pauses between tries, and giving up with advice.',
  'truncated-body': 'Shows that half an answer is never taken for a whole one.',
  'repeated-cursor': 'Shows that a list stops instead of going in circles.',
  'slow-answer': 'Shows progress, pause and stop while answers are on their way.',
  'clock-ahead': 'Shows what happens to assertions when two clocks disagree.',
  'other-names':
    'Some services in the field depart from the document so. The profile’s settings have a switch for each.',
}

/** A switch for each fault that the practice service can play. */
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
  // While main is being told, the switches stand where the person put them.
  const shown = change.isPending ? change.variables : faults
  return (
    <>
      <div className={classes['faults']} role="group" aria-label="Faults">
        {practiceFaults.map((fault) => (
          <div key={fault} className={classes['fault']}>
            <Switch
              label={practiceFaultTitles[fault]}
              description={purposes[fault]}
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
