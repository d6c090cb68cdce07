import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './step-mark.module.css'

/** State of a step; `next` and `problem` need action. */
export type StepState = 'done' | 'next' | 'problem' | 'skipped' | 'later'

/** Renders the mark of a step. @param label for people who don't see it; without one, the text beside it says the state */
export function StepMark({ state, label }: { readonly state: StepState; readonly label?: string }): ReactElement {
  return (
    <span
      className={classes['mark']}
      data-state={state}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {state === 'done' && <IconCheck size={13} stroke={2.6} />}
      {state === 'problem' && <IconAlertCircle size={18} />}
      {state === 'skipped' && <IconMinus size={13} stroke={2.4} />}
    </span>
  )
}
