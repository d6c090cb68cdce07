import type { ReactElement, ReactNode } from 'react'
import classes from './page-body.module.css'

/**
 * The space below the header. `flow` scrolls and keeps lines readable; `fill` gives the page the whole height and width
 * and leaves scrolling to it (tables).
 */
export function PageBody({
  layout = 'flow',
  children,
}: {
  readonly layout?: 'flow' | 'fill'
  readonly children: ReactNode
}): ReactElement {
  if (layout === 'fill') return <div className={classes['fill']}>{children}</div>
  return (
    <div className={classes['flow']}>
      <div className={classes['measure']}>{children}</div>
    </div>
  )
}
