import type { ReactElement, ReactNode } from 'react'
import classes from './facts.module.css'

/** A fact's name and its value. Names are unique within one list. */
export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Names and values as a definition list; values are selectable. */
export function Facts({ items }: { readonly items: readonly Fact[] }): ReactElement {
  return (
    <dl className={classes['facts']}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes['fact']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
