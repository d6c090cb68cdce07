import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { percentText } from './messages.ts'
import classes from './column-profile.module.css'

/** A part of the records as a line with a bar behind it; a click shows them. */
export function ShareButton({
  name,
  count,
  whole,
  action,
  onClick,
}: {
  readonly name: string
  readonly count: number
  readonly whole: number
  /** What a click does. */
  readonly action: string
  /** Undefined where no filter can say it. */
  readonly onClick: (() => void) | undefined
}): ReactElement {
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
