import type { ReactElement } from 'react'
import { readOnlyNotice } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useReadOnly } from '../platform/queries.ts'
import { EnvironmentShape } from '../ui/controls/environment-badge.tsx'
import classes from './production-strip.module.css'

/** Marks every page of a real Production profile, so that it isn't mistaken for another. */
export function ProductionStrip({ profile }: { readonly profile: Profile }): ReactElement {
  return (
    <div className={classes['strip']} role="note" aria-label="Production">
      <EnvironmentShape environment="production" />
      <strong>Production</strong>
      <span>{useReadOnly(profile) ? readOnlyNotice : 'Actions here reach the live service.'}</span>
    </div>
  )
}
