import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink } from '../../platform/navigation.tsx'
import type { Route } from '../../platform/route.ts'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { DaysMark } from './days-mark.tsx'
import { initialsOf } from './days-word.ts'
import classes from './sidebar.module.css'

/** Links to a profile, with marks for its environment and its expiry. On the rail, initials stand for its name. */
export function ProfileLink({
  profile,
  to,
  isCurrent,
  isRail,
  saysEnvironment,
  judged,
  isAlert,
  now,
}: {
  readonly profile: Profile
  readonly to: Route
  readonly isCurrent: boolean
  readonly isRail: boolean
  /** Whether its group does not say it. */
  readonly saysEnvironment: boolean
  /** Undefined if it needs no certificate. */
  readonly judged: JudgedProfile | undefined
  readonly isAlert: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  return (
    <RouteLink
      className={classes['item']}
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      title={isRail ? profile.name : undefined}
    >
      <span className={classes['shape']} data-environment={profile.practice ? undefined : profile.environment}>
        <EnvironmentShape environment={profile.environment} size={11} />
      </span>
      {isRail && (
        <span className={classes['initials']} aria-hidden>
          {initialsOf(profile.name)}
        </span>
      )}
      <span className={classes['name']}>{profile.name}</span>
      {(saysEnvironment || profile.practice) && (
        <VisuallyHidden>
          {saysEnvironment && environmentNames[profile.environment]}
          {profile.practice && ' Practice'}
        </VisuallyHidden>
      )}
      {judged !== undefined && <DaysMark judged={judged} isAlert={isAlert} now={now} />}
    </RouteLink>
  )
}
