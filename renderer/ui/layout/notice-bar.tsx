import type { ReactElement, ReactNode } from 'react'
import classes from './notice-bar.module.css'

/** Renders a bar across the page about something that needs attention, with actions. */
export function NoticeBar({
  icon,
  tone = 'plain',
  role,
  label,
  actions,
  failure,
  children,
}: {
  /** A Tabler icon; it is decoration. */
  readonly icon: ReactNode
  readonly tone?: 'plain' | 'bad'
  readonly role?: 'alert' | 'note' | 'group'
  /** Its name for screen readers; by default its text is enough. */
  readonly label?: string
  readonly actions: ReactNode
  /** Why an action failed. */
  readonly failure?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className={classes['bar']} data-tone={tone} role={role} aria-label={label}>
      <div className={classes['line']}>
        {icon}
        <span className={classes['text']}>{children}</span>
        {actions}
      </div>
      {failure}
    </div>
  )
}
