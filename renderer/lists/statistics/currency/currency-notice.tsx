import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import classes from './currency-notice.module.css'

/** Warns that amounts of several currencies are added or compared. @param children what can be done */
export function CurrencyNotice({
  message,
  children,
}: {
  readonly message: string
  readonly children?: ReactNode
}): ReactElement {
  return (
    <div className={classes['notice']} role="note" aria-label="Mixed currencies">
      <IconAlertTriangle size={15} aria-hidden />
      <span>{message}</span>
      {children}
    </div>
  )
}
