import type { ReactElement, ReactNode } from 'react'
import classes from './notice-bar.module.css'

/** Renders a bar across the page about something that needs attention, with actions. */
export function NoticeBar({
  icon,
  tone = 'plain',
  role,
  actions,
  failure,
  children,
}: {
  /** A Tabler icon; it is decoration. */
  readonly icon: ReactNode
  readonly tone?: 'plain' | 'bad'
  readonly role?: 'alert' | 'note'
  readonly actions: ReactNode
  /** Why an action failed. */
  readonly failure?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className={classes['bar']} data-tone={tone} role={role}>
      <div className={classes['line']}>
        {icon}
        <span className={classes['text']}>{children}</span>
        {actions}
      </div>
      {failure}
    </div>
  )
}
