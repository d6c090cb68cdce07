import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { EnvironmentShape } from './environment-badge.tsx'
import classes from './production-sign.module.css'

interface ProductionSignProps {
  readonly profile: Pick<Profile, 'name' | 'environment'> & Partial<Pick<Profile, 'practice'>>
}

/**
 * Marks a dialog that acts on a Production profile, because the strip of its pages is behind the dialog. Renders
 * nothing for other environments.
 */
export function ProductionSign({ profile: { name, environment, practice } }: ProductionSignProps): ReactElement | null {
  if (environment !== 'production') return null
  return (
    <p className={classes['sign']} data-practice={practice} role="note" aria-label="Production profile">
      <EnvironmentShape environment="production" />
      <strong>Production</strong>
      <span>{name}</span>
    </p>
  )
}
