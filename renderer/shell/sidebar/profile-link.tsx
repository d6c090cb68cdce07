import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink } from '../../platform/navigation.tsx'
import type { Route } from '../../platform/route.ts'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { ExpiryMark } from './expiry-mark.tsx'
import classes from './sidebar.module.css'

/** Links to a profile, with marks for its environment, its expiry and practice. */
export function ProfileLink({
  profile,
  to,
  isCurrent,
  saysEnvironment,
  alert,
  now,
}: {
  readonly profile: Profile
  readonly to: Route
  readonly isCurrent: boolean
  /** Whether its group does not say it. */
  readonly saysEnvironment: boolean
  /** Undefined if its certificate needs no attention. */
  readonly alert: JudgedProfile | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  return (
    <RouteLink className={classes['item']} to={to} aria-current={isCurrent ? 'true' : undefined} title={profile.name}>
      <span className={classes['shape']} data-environment={profile.environment}>
        <EnvironmentShape environment={profile.environment} size={11} />
      </span>
      <span className={classes['name']}>{profile.name}</span>
      {saysEnvironment && <VisuallyHidden>{environmentNames[profile.environment]}</VisuallyHidden>}
      {alert !== undefined && <ExpiryMark alert={alert} now={now} />}
      {profile.practice && <span className={classes['practice']}>Practice</span>}
    </RouteLink>
  )
}
