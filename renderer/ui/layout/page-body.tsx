import type { ReactElement, ReactNode } from 'react'
import classes from './page-body.module.css'

/**
 * The space below the header. `flow` scrolls and keeps lines readable; `fill` gives the page the whole height and width
 * and leaves scrolling to it; `table` does so too where the window is high enough for what stands around the table, and
 * scrolls with the header where it is not (small windows, large zoom).
 */
export function PageBody({
  layout = 'flow',
  children,
}: {
  readonly layout?: 'flow' | 'fill' | 'table'
  readonly children: ReactNode
}): ReactElement {
  if (layout !== 'flow') return <div className={classes[layout]}>{children}</div>
  return (
    <div className={classes['flow']}>
      <div className={classes['measure']}>{children}</div>
    </div>
  )
}
