import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { percentText } from './statistics-messages.ts'
import classes from './column-profile.module.css'

interface ShareButtonProps {
  readonly name: string
  readonly count: number
  readonly whole: number
  readonly action: string
  /** Undefined if no filter can express it. */
  readonly onClick: (() => void) | undefined
}

/** Shows a share of the records with a bar behind it; a click filters to them. */
export function ShareButton({ name, count, whole, action, onClick }: ShareButtonProps): ReactElement {
  const share = whole === 0 ? 0 : count / whole
  return (
    <button
      type="button"
      className={classes['share']}
      disabled={onClick === undefined}
      onClick={onClick}
      title={onClick === undefined ? undefined : action}
    >
      <span className={classes['shareBar']} style={{ width: `${share * 100}%` }} />
      <span className={classes['shareName']}>{name}</span>
      <span className={classes['shareCount']}>
        {count.toLocaleString()}
        <VisuallyHidden> {count === 1 ? 'record' : 'records'}, </VisuallyHidden>
      </span>
      <span className={classes['sharePercent']}>{percentText(count, whole)}</span>
    </button>
  )
}
