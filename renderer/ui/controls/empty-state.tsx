import { Group } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Renders an empty state: what belongs here, and the next thing to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  /** A Tabler icon; it is decoration. */
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}): ReactElement {
  return (
    <div className={classes['empty']}>
      <div className={classes['icon']} aria-hidden>
        {icon}
      </div>
      <p className={classes['title']}>{title}</p>
      <div className={classes['text']}>{children}</div>
      {action !== undefined && (
        <Group justify="center" gap="xs" mt={18}>
          {action}
        </Group>
      )}
    </div>
  )
}
