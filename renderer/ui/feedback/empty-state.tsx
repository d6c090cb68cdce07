import type { ReactElement, ReactNode } from 'react'
import classes from './empty-state.module.css'

/** What stands where there is nothing yet: what it is, and the one thing to do next. */
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
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  )
}
