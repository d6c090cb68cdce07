import type { ReactElement, ReactNode } from 'react'
import classes from './mono.module.css'

/** Text to be read character by character: identifiers, addresses, thumbprints. */
export function Mono({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={classes['mono']}>{children}</span>
}
