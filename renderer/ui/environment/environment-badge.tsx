import type { ReactElement } from 'react'
import { environmentNames, type Environment } from '../../../shared/model/profile/environment.ts'
import { EnvironmentShape } from './environment-shape.tsx'
import classes from '../layout/badge.module.css'

/** The environment by word, shape and colour. Production alone is filled. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }): ReactElement {
  return (
    <span className={classes['badge']} data-environment={environment}>
      <EnvironmentShape environment={environment} />
      {environmentNames[environment]}
    </span>
  )
}
