import type { ReactElement, ReactNode } from 'react'
import classes from './list-body.module.css'

export function ListBody({
  mode = 'table',
  children,
}: {
  readonly mode?: 'table' | 'charts'
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className={classes['body']} data-mode={mode}>
      {children}
    </div>
  )
}
