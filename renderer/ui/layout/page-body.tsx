import type { ReactElement, ReactNode } from 'react'
import classes from './page-body.module.css'

interface PageBodyProps {
  readonly layout?: 'flow' | 'form' | 'fill' | 'table'
  readonly children: ReactNode
}

/**
 * Lays out the space below the header. `flow` scrolls and limits the line length; `form` does, too, and its buttons are at
 * the window's foot; `fill` gives the page the full size
 * and leaves scrolling to it; `table` does so if the window is high enough for everything around the table, and
 * otherwise scrolls with the header (small windows, large zoom).
 */
export function PageBody({ layout = 'flow', children }: PageBodyProps): ReactElement {
  if (layout === 'fill' || layout === 'table') return <div className={classes[layout]}>{children}</div>
  return (
    <div className={classes['frame']}>
      <div className={classes['flow']}>
        <div className={classes['measure']} data-layout={layout}>
          {children}
        </div>
      </div>
    </div>
  )
}
