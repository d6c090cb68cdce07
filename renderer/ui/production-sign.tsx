import type { ReactElement } from 'react'
import { EnvironmentShape } from './environment-shape.tsx'
import classes from './production-sign.module.css'

/** Stands at the top of a dialog that acts on a Production profile: the strip of its pages is behind the dialog. */
export function ProductionSign({ name }: { readonly name: string }): ReactElement {
  return (
    <p className={classes['sign']} role="note" aria-label="Production">
      <EnvironmentShape environment="production" />
      <strong>Production</strong>
      <span>{name}</span>
    </p>
  )
}
