import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { lifeStateWords, lifeSteps } from './life-cycle-steps.ts'
import classes from './life-cycle.module.css'

/** Renders the steps of a credential that is not yet active, marked as done, skipped or next. */
export function LifeLine({
  credential,
}: {
  readonly credential: Exclude<Credential, { state: 'active' | 'retired' }>
}): ReactElement {
  return (
    <ol className={classes['life']} aria-label="Steps">
      {lifeSteps(credential).map(({ name, state }) => (
        <li key={name} data-state={state} {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}>
          <span className={classes['mark']} aria-hidden>
            {state === 'done' && <IconCheck size={11} stroke={3} />}
            {state === 'skipped' && <IconMinus size={11} stroke={2.5} />}
          </span>
          <span className={classes['name']}>{name}</span>
          <VisuallyHidden>, {lifeStateWords[state]}</VisuallyHidden>
        </li>
      ))}
    </ol>
  )
}
