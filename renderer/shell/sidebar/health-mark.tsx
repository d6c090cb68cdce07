import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { needsAttention } from '#shared/health/health-order.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import classes from './sidebar.module.css'

/**
 * Says in a word how a profile stands, in color only if it needs attention.
 * @param about what a screen reader says before it, if not its profile
 */
export function HealthMark({
  health,
  about = '',
}: {
  readonly health: Pick<Health, 'mark'>
  readonly about?: string
}): ReactElement | null {
  const { mark } = health
  if (mark === undefined) return null
  return (
    <span className={classes['days']} data-tone={needsAttention(health) ? mark.level : undefined}>
      <span aria-hidden>{mark.text}</span>
      <VisuallyHidden>
        {about}
        {mark.words}
      </VisuallyHidden>
    </span>
  )
}
