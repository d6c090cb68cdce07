import { Kbd, UnstyledButton } from '@mantine/core'
import {
  IconCalendarStats,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf } from '../../platform/route.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { Wordmark } from '../../ui/layout/logo.tsx'
import { ArrangeMenu } from './arrange-menu.tsx'
import { PlaceLink } from './place-link.tsx'
import { ProfileList } from './profile-list.tsx'
import { useSidebar } from './use-sidebar.ts'
import classes from './sidebar.module.css'

const modifierKey = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** Profiles in groups, and the places that belong to no profile. Hidden, it is a rail of icons. */
export function Sidebar({
  profiles,
  onSearch,
}: {
  readonly profiles: readonly Profile[]
  readonly onSearch: () => void
}): ReactElement {
  const { route } = useNavigation()
  const current = profileIdOf(route)
  const { sidebar, changeSidebar } = useSidebar()
  const { isHidden } = sidebar
  const { data: practice } = useQuery(queries.practice)
  const { data: replacements = [] } = useQuery(queries.replacements)
  const underWay = replacements.filter(({ step }) => step !== 'done').length

  return (
    <aside className={classes['sidebar']} aria-label="Profiles and places" data-hidden={isHidden}>
      <div className={classes['top']}>
        {!isHidden && (
          <RouteLink
            className={classes['home']}
            to={
              profiles[0] === undefined
                ? { page: 'welcome' }
                : { page: 'overview', profileId: current ?? profiles[0].id }
            }
            aria-label="Clavis, overview"
          >
            <Wordmark />
          </RouteLink>
        )}
        {!isHidden && profiles.length > 1 && <ArrangeMenu />}
        <IconButton
          label={isHidden ? 'Show sidebar' : 'Hide sidebar'}
          tooltip={`${isHidden ? 'Show sidebar' : 'Hide sidebar'} (${modifierKey}+B)`}
          icon={isHidden ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
          variant="subtle"
          color="gray"
          size={28}
          onClick={() => changeSidebar({ isHidden: !isHidden })}
        />
      </div>
      <UnstyledButton className={classes['search']} title={isHidden ? 'Go to…' : undefined} onClick={onSearch}>
        <IconSearch size={14} aria-hidden />
        <span className={classes['name']}>Go to…</span>
        <Kbd aria-hidden>{modifierKey} K</Kbd>
      </UnstyledButton>

      <nav className={classes['profiles']} aria-label="Profiles">
        {!isHidden && <ProfileList profiles={profiles} />}
        <PlaceLink to={{ page: 'new-profile' }} icon={IconPlus} name="New profile" />
      </nav>

      <nav className={classes['places']} aria-label="Places">
        <PlaceLink to={{ page: 'timeline' }} icon={IconCalendarStats} name="Certificate timeline" />
        <PlaceLink to={{ page: 'replacements' }} icon={IconRefresh} name="Replacements">
          {underWay > 0 && <span className={classes['count']}>{underWay}</span>}
        </PlaceLink>
        <PlaceLink to={{ page: 'practice' }} icon={IconTargetArrow} name="Practice service">
          {practice?.kind === 'running' && <span className={classes['running']}>On</span>}
        </PlaceLink>
        <PlaceLink to={{ page: 'settings' }} icon={IconSettings} name="Settings" />
      </nav>
    </aside>
  )
}
