import { Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconAlertOctagon,
  IconCalendarStats,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconClockExclamation,
  IconClockPause,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconTargetArrow,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { ExpiryVerdict } from '../../shared/model/expiry/profile-expiry.ts'
import { environmentNames, environments } from '../../shared/model/profile/environment.ts'
import type { Profile, ProfileId } from '../../shared/model/profile/profile.ts'
import { EnvironmentShape } from '../ui/environment/environment-shape.tsx'
import { Wordmark } from '../ui/layout/logo.tsx'
import { useNavigation, type Navigation } from '../platform/navigation/navigation.tsx'
import { queries } from '../platform/calls/queries.ts'
import { standingWords, type JudgedProfile } from '../expiry/profile-alerts.ts'
import { useAlerts } from '../expiry/use-warnings.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { profileIdOf, profilePages, routeOfPage, type Route } from '../platform/navigation/route.ts'
import classes from './sidebar.module.css'

/** Order of environments in the sidebar: those that need most care first. */
const order = environments.toReversed()

const modifierKey = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** Profiles by environment, and the places that belong to no profile. */
export function Sidebar({
  profiles,
  onSearch,
}: {
  readonly profiles: readonly Profile[]
  readonly onSearch: () => void
}): ReactElement {
  const navigation = useNavigation()
  const { route } = navigation
  const current = profileIdOf(route)
  const { data: practice } = useQuery(queries.practice)
  const { data: replacements = [] } = useQuery(queries.replacements)
  const underWay = replacements.filter(({ step }) => step !== 'done').length
  const { alerts, now } = useAlerts()
  const groups = order
    .map((environment) => ({ environment, members: profiles.filter((profile) => profile.environment === environment) }))
    .filter(({ members }) => members.length > 0)

  return (
    <aside className={classes['sidebar']} aria-label="Profiles and places">
      <div className={classes['top']}>
        <RouteLink
          className={classes['home']}
          to={
            profiles[0] === undefined ? { page: 'welcome' } : { page: 'overview', profileId: current ?? profiles[0].id }
          }
          aria-label="Clavis, overview"
        >
          <Wordmark />
        </RouteLink>
      </div>
      <UnstyledButton className={classes['search']} onClick={onSearch}>
        <IconSearch size={14} aria-hidden />
        <span>Go to…</span>
        <Kbd aria-hidden>{modifierKey} K</Kbd>
      </UnstyledButton>

      <nav className={classes['profiles']} aria-label="Profiles">
        {groups.map(({ environment, members }) => (
          <section key={environment} data-environment={environment} className={classes['group']}>
            <h2 className={classes['groupTitle']}>
              <EnvironmentShape environment={environment} size={10} />
              {environmentNames[environment]}
            </h2>
            <ul className={classes['items']}>
              {members.map((profile) => (
                <li key={profile.id}>
                  <ProfileLink
                    profile={profile}
                    to={samePage(navigation, profile.id)}
                    current={profile.id === current}
                    alert={alerts.find((each) => each.profile.id === profile.id)}
                    now={now}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {profiles.length === 0 && <p className={classes['none']}>No profiles yet.</p>}
        <Place to={{ page: 'new-profile' }} icon={<IconPlus size={15} aria-hidden />} name="New profile" />
      </nav>

      <nav className={classes['places']} aria-label="Places">
        <Place
          to={{ page: 'timeline' }}
          icon={<IconCalendarStats size={16} aria-hidden />}
          name="Certificate timeline"
        />
        <Place to={{ page: 'replacements' }} icon={<IconRefresh size={16} aria-hidden />} name="Replacements">
          {underWay > 0 && <span className={classes['count']}>{underWay}</span>}
        </Place>
        <Place to={{ page: 'practice' }} icon={<IconTargetArrow size={16} aria-hidden />} name="Practice service">
          {practice?.kind === 'running' && <span className={classes['running']}>On</span>}
        </Place>
        <Place to={{ page: 'settings' }} icon={<IconSettings size={16} aria-hidden />} name="Settings" />
      </nav>
    </aside>
  )
}

/** Links to a page that belongs to no profile. */
function Place({
  to,
  icon,
  name,
  children,
}: {
  readonly to: Route
  readonly icon: ReactNode
  readonly name: string
  readonly children?: ReactNode
}): ReactElement {
  const { route } = useNavigation()
  return (
    <RouteLink className={classes['item']} to={to} aria-current={route.page === to.page ? 'page' : undefined}>
      {icon}
      <span className={classes['name']}>{name}</span>
      {children}
    </RouteLink>
  )
}

function ProfileLink({
  profile,
  to,
  current,
  alert,
  now,
}: {
  readonly profile: Profile
  readonly to: Route
  readonly current: boolean
  /** Undefined if its certificate needs no attention. */
  readonly alert: JudgedProfile | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  return (
    <RouteLink className={classes['item']} to={to} aria-current={current ? 'true' : undefined} title={profile.name}>
      <span className={classes['shape']}>
        <EnvironmentShape environment={profile.environment} size={11} />
      </span>
      <span className={classes['name']}>{profile.name}</span>
      {alert !== undefined && <AlertMark alert={alert} now={now} />}
      {profile.practice && <span className={classes['practice']}>Practice</span>}
    </RouteLink>
  )
}

/** A shape and a color for each verdict: alone, neither tells everyone apart what is near and what is far. */
const marks = {
  none: { icon: IconCircleDashed, tone: 'warn' },
  expired: { icon: IconCircleX, tone: 'bad' },
  'not-yet-valid': { icon: IconClockPause, tone: 'bad' },
  urgent: { icon: IconAlertOctagon, tone: 'bad' },
  soon: { icon: IconClockExclamation, tone: 'warn' },
  fine: { icon: IconClock, tone: 'note' },
} as const satisfies Record<ExpiryVerdict, { readonly icon: typeof IconClock; readonly tone: string }>

function AlertMark({ alert, now }: { readonly alert: JudgedProfile; readonly now: number }): ReactElement {
  const { icon: Icon, tone } = marks[alert.expiry.verdict]
  const words = standingWords(alert, now)
  return (
    <Tooltip label={words}>
      <Icon className={classes['warning']} data-tone={tone} size={15} role="img" aria-label={words} />
    </Tooltip>
  )
}

/** Returns the current page for another profile. */
function samePage({ route, lastList }: Navigation, profileId: ProfileId): Route {
  const page = profilePages.find((name) => name === route.page)
  return routeOfPage(profileId, page ?? 'overview', lastList)
}
