import { Fragment, type ReactElement, type ReactNode } from 'react'
import { addressParts } from './address-parts.ts'
import classes from './mono.module.css'

/** Text to be read character by character: identifiers, addresses, thumbprints. Addresses break after a slash. */
export function Mono({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <span className={classes['mono']}>
      {typeof children === 'string'
        ? addressParts(children).map((part, index) => (
            <Fragment key={index}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))
        : children}
    </span>
  )
}
