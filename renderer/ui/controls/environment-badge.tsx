import type { ReactElement } from 'react'
import { environmentNames, type Environment } from '#shared/profiles/environment.ts'
import { EnvironmentShape } from './environment-shape.tsx'
import classes from '../text/badge.module.css'

/** Renders the environment by name, shape and color. Only Production is filled. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }): ReactElement {
  return (
    <span className={classes['badge']} data-environment={environment}>
      <EnvironmentShape environment={environment} />
      {environmentNames[environment]}
    </span>
  )
}
