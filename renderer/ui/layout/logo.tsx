import type { ReactElement } from 'react'
import classes from './logo.module.css'

/** Renders Clavis's logo: a key whose bow is a C. Decorative: the name is beside it. */
export function Mark({ size = 24 }: { /** Pixels. */ readonly size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" className={classes['plate']} />
      <path d="M16.6 10.9a5.6 5.6 0 1 0 0 10.2" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      <path d="M14.6 16h10.2M20.6 16v4.1M24.8 16v3" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}

/** The mark with the product's name. */
export function Wordmark(): ReactElement {
  return (
    <span className={classes['wordmark']}>
      <Mark size={22} />
      Clavis
    </span>
  )
}
