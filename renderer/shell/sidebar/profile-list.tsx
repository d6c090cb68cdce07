import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconFilter, IconChevronRight, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { needsAttention } from '#shared/health/health-order.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { fewProfiles, filterProfiles } from '#shared/profiles/profile-filter.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { useHealths } from '../../health/use-healths.ts'
import { useNavigation, type Navigation, RouteLink } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf, profilePageOf, routeOfPage, type Route } from '../../platform/route.ts'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { initialsOf, groupProfiles, type ProfileGroup } from './profile-groups.ts'
import { useSidebar } from './use-sidebar.ts'
import classes from './sidebar.module.css'

interface ProfileListProps {
  readonly profiles: readonly Profile[]
  readonly isRail: boolean
}

/** Profiles in groups that fold; many of them have a filter. On the rail only marks. */
export function ProfileList({ profiles, isRail }: ProfileListProps): ReactElement {
  const navigation = useNavigation()
  const current = profileIdOf(navigation.route)
  const { sidebar, changeSidebar } = useSidebar()
  const { groupBy, sortBy, folded } = sidebar
  const healths = useHealths()
  const healthOf = useMemo(() => new Map(healths.map(({ profileId, health }) => [profileId, health])), [healths])
  const { data: openAddresses = [] } = useQuery(queries.localAddresses)
  const [typed, setTyped] = useState('')
  const isMany = !isRail && profiles.length > fewProfiles
  const text = isMany ? typed.trim() : ''
  const groups = useMemo(
    () =>
      groupProfiles(
        filterProfiles(profiles, text),
        { groupBy, sortBy },
        healths.map(({ profileId }) => profileId),
      ),
    [profiles, text, groupBy, sortBy, healths],
  )

  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, groupBy, sortBy])

  function press(event: KeyboardEvent): void {
    const first = groups[0]?.members[0]
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
    } else if (event.key === 'Enter' && text !== '' && first !== undefined)
      navigation.go(samePage(navigation, first.id))
  }

  return (
    <>
      {isMany && (
        <TextInput
          className={classes['filter']}
          type="search"
          size="xs"
          aria-label="Filter profiles"
          placeholder="Filter profiles"
          leftSection={<IconFilter size={13} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
        />
      )}
      <div ref={scroller} className={classes['scroller']}>
        {groups.map((group) => {
          const isFolded = !isRail && text === '' && folded.includes(group.key)
          // The first is the most urgent one.
          const worst = isFolded
            ? healths.find(
                ({ profileId, health }) => needsAttention(health) && group.members.some(({ id }) => id === profileId),
              )
            : undefined
          return (
            <ProfileSection
              key={group.key}
              group={group}
              isFolded={isFolded}
              onFold={
                text === '' && !isRail
                  ? () =>
                      changeSidebar({
                        folded: isFolded ? folded.filter((key) => key !== group.key) : [...folded, group.key],
                      })
                  : undefined
              }
              note={worst && <HealthMark health={worst.health} about={`${worst.profile.name}: `} />}
            >
              {group.members.map((profile) => (
                <li key={profile.id}>
                  <ProfileLink
                    profile={profile}
                    to={samePage(navigation, profile.id)}
                    isCurrent={profile.id === current}
                    isRail={isRail}
                    saysEnvironment={group.environment === undefined}
                    health={healthOf.get(profile.id)}
                    hasLocalAddress={openAddresses.some(({ profileId }) => profileId === profile.id)}
                  />
                </li>
              ))}
            </ProfileSection>
          )
        })}
        <p className={classes['none']} role="status">
          {profiles.length === 0 ? 'No profiles yet.' : groups.length === 0 ? 'No matching profiles' : ''}
        </p>
      </div>
    </>
  )
}

/** Returns the current page for another profile. */
function samePage({ route, lastList }: Navigation, profileId: ProfileId): Route {
  return routeOfPage(profileId, profilePageOf(route) ?? 'overview', lastList)
}

function ProfileSection({
  group: { title, members },
  isFolded,
  onFold,
  note,
  children,
}: {
  readonly group: ProfileGroup
  readonly isFolded: boolean
  /** Folds or unfolds it; undefined if it can't be folded now. */
  readonly onFold: (() => void) | undefined
  /** What is shown in place of the profiles if they are folded. */
  readonly note: ReactNode
  readonly children: ReactNode
}): ReactElement {
  const heading = <span className={classes['groupName']}>{title}</span>
  return (
    <section className={classes['group']}>
      <div className={classes['groupHead']}>
        <h2 className={classes['groupTitle']}>
          {onFold === undefined ? (
            <span className={classes['fold']}>{heading}</span>
          ) : (
            <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={!isFolded} onClick={onFold}>
              {heading}
              <IconChevronRight className={classes['chevron']} size={13} aria-hidden />
            </UnstyledButton>
          )}
        </h2>
        {isFolded && (
          <span className={classes['folded']}>
            {note}
            <span className={classes['count']}>{members.length}</span>
          </span>
        )}
      </div>
      {!isFolded && <ul>{children}</ul>}
    </section>
  )
}

interface ProfileLinkProps {
  readonly profile: Profile
  readonly to: Route
  readonly isCurrent: boolean
  readonly isRail: boolean
  /** Whether its group does not say it. */
  readonly saysEnvironment: boolean
  /** Undefined until it is loaded. */
  readonly health: Health | undefined
  /** Whether programs can call the API with its token. */
  readonly hasLocalAddress: boolean
}

/** Links to a profile, with marks for its environment and its health. On the rail, initials stand for its name. */
function ProfileLink({
  profile,
  to,
  isCurrent,
  isRail,
  saysEnvironment,
  health,
  hasLocalAddress,
}: ProfileLinkProps): ReactElement {
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
      {hasLocalAddress && (
        <span className={classes['open']} title="Local address open">
          <IconPlugConnected size={13} aria-hidden />
          <VisuallyHidden>Local address open</VisuallyHidden>
        </span>
      )}
      {health !== undefined && <HealthMark health={health} />}
    </RouteLink>
  )
}

interface HealthMarkProps {
  readonly health: Pick<Health, 'mark'>
  readonly about?: string
}

/**
 * Says in a word how a profile stands, in color only if it needs attention.
 * @param about what a screen reader says before it, if not its profile
 */
function HealthMark({ health, about = '' }: HealthMarkProps): ReactElement | null {
  const { mark } = health
  if (mark === undefined) return null
  return (
    <span className={classes['days']} data-tone={needsAttention(health) ? mark.level : undefined}>
      <span aria-hidden>{mark.text}</span>
      <VisuallyHidden>
        {about}
        {mark.words}
      </VisuallyHidden>
    </span>
  )
}
