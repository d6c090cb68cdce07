import type { ReactElement, ReactNode } from 'react'
import { StepMark, type StepState } from './step-mark.tsx'
import classes from './step-list.module.css'

/** Text for each state, for people who don't see the marks. */
const stateWords: Readonly<Record<StepState, string>> = {
  done: 'Done',
  next: 'Next step',
  problem: 'Needs attention',
  skipped: 'Not needed',
  later: 'Later',
}

export interface Step {
  readonly id: string
  readonly title: string
  readonly detail: ReactNode
  readonly state: StepState
  /** Buttons of the step that something is to be done about. */
  readonly action?: ReactNode
  /** Takes a step that is done again. */
  readonly again?: ReactNode
}

/** Renders steps in order: those that are done, and the next one with its buttons. */
export function StepList({ steps }: { readonly steps: readonly Step[] }): ReactElement {
  return (
    <ol className={classes['steps']} data-focus-scope>
      {steps.map(({ id, title, detail, state, action, again }) => {
        const isCurrent = state === 'next' || state === 'problem'
        return (
          <li key={id} className={classes['step']} data-state={state} aria-current={isCurrent ? 'step' : undefined}>
            <StepMark state={state} label={stateWords[state]} />
            <div className={classes['words']}>
              <span className={classes['title']}>{title}</span>
              <span className={classes['detail']}>
                {detail}
                {again !== undefined && <span className={classes['again']}>{again}</span>}
              </span>
            </div>
            {isCurrent && action !== undefined && (
              <span className={classes['actions']} data-next-action>
                {action}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
