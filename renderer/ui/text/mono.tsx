import { Fragment, type ReactElement, type ReactNode } from 'react'
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

/**
 * Splits an address where it may break, after the slashes of its path: `https://a.example/b/c` to `https://a.example/`,
 * `b/` and `c`. Other text stays whole.
 */
export function addressParts(text: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return [text]
  return text.split(/(?<=[^:/]\/)/u)
}
