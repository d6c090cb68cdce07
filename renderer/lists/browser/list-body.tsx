import type { ReactElement, ReactNode } from 'react'
import classes from './list-body.module.css'

interface ListBodyProps {
  readonly mode?: 'table' | 'charts'
  readonly children: ReactNode
}

export function ListBody({ mode = 'table', children }: ListBodyProps): ReactElement {
  return (
    <div className={classes['body']} data-mode={mode}>
      {children}
    </div>
  )
}

/** The line below a table or chart. When a command of it is gone, it keeps the focus. */
export function ListFoot({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className={classes['foot']} data-focus-scope>
      {children}
    </div>
  )
}
