import { Kbd, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSearch,
  IconSettings,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { ExpiryBanner } from '../../expiry/expiry-banner.tsx'
import { useNavigation } from '../../platform/navigation.tsx'
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

/** Below this width the page needs the space. */
const narrowWindow = '(max-width: 719px)'

/** Home, profiles in groups, and the places that belong to no profile. Hidden, or in a narrow window, it is a rail. */
export function Sidebar({
  profiles,
  onSearch,
}: {
  readonly profiles: readonly Profile[]
  readonly onSearch: () => void
}): ReactElement {
  const { sidebar, changeSidebar } = useSidebar()
  const { isHidden } = sidebar
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false })
  const isRail = isHidden || isNarrow
  const { data: practice } = useQuery(queries.practice)
  const { route } = useNavigation()
  const current = profiles.find(({ id }) => id === profileIdOf(route))
  const toggle = isHidden ? 'Show sidebar' : 'Hide sidebar'

  return (
    <aside className={classes['sidebar']} aria-label="Profiles and places" data-rail={isRail}>
      <div className={classes['top']}>
        {!isRail && (
          <span className={classes['brand']}>
            <Wordmark />
          </span>
        )}
        {!isRail && profiles.length > 1 && <ArrangeMenu />}
        {!isNarrow && (
          <IconButton
            label={toggle}
            tooltip={`${toggle} (${modifierKey}+B)`}
            icon={isHidden ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            variant="subtle"
            color="gray"
            size={28}
            onClick={() => changeSidebar({ isHidden: !isHidden })}
          />
        )}
      </div>
      <UnstyledButton className={classes['search']} title={isRail ? 'Go to…' : undefined} onClick={onSearch}>
        <IconSearch size={14} aria-hidden />
        <span className={classes['name']}>Go to…</span>
        <Kbd aria-hidden>{modifierKey} K</Kbd>
      </UnstyledButton>

      <nav className={classes['profiles']} aria-label="Profiles">
        {profiles.length > 0 && (
          <PlaceLink
            to={{ page: 'home' }}
            pages={['home', 'timeline', 'replacements']}
            icon={IconHome}
            name="Home"
            isRail={isRail}
          />
        )}
        <ProfileList profiles={profiles} isRail={isRail} />
        <PlaceLink to={{ page: 'new-profile' }} icon={IconPlus} name="New profile" isRail={isRail} />
      </nav>

      <ExpiryBanner profile={current} isRail={isRail} />
      <nav className={classes['places']} aria-label="Places">
        <PlaceLink to={{ page: 'practice' }} icon={IconTargetArrow} name="Practice service" isRail={isRail}>
          {practice?.kind === 'running' && <span className={classes['running']}>On</span>}
        </PlaceLink>
        <PlaceLink to={{ page: 'settings' }} icon={IconSettings} name="Settings" isRail={isRail} />
      </nav>
    </aside>
  )
}
