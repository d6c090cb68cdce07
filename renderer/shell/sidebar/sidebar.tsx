import { Kbd, UnstyledButton, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSearch,
  IconSettings,
  IconTargetArrow,
  type Icon,
  IconAdjustmentsHorizontal,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { profileGroupings, profileOrders } from '#shared/settings/sidebar-settings.ts'
import { ExpiryBanner } from '../../expiry/expiry-banner.tsx'
import { useNavigation, RouteLink } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf, type Route } from '../../platform/route.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { Wordmark } from '../../ui/layout/logo.tsx'
import { WatchBanners } from '../../watches/watch-banners.tsx'
import { ProfileList } from './profile-list.tsx'
import { useSidebar } from './use-sidebar.ts'
import classes from './sidebar.module.css'

const modifierKey = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** Below this width the page needs the space. */
const narrowWindow = '(max-width: 719px)'

interface SidebarProps {
  readonly profiles: readonly Profile[]
  readonly onSearch: () => void
}

/** Home, profiles in groups, and the places that belong to no profile. Hidden, or in a narrow window, it is a rail. */
export function Sidebar({ profiles, onSearch }: SidebarProps): ReactElement {
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
      <WatchBanners isRail={isRail} />
      <nav className={classes['places']} aria-label="Places">
        <PlaceLink to={{ page: 'practice' }} icon={IconTargetArrow} name="Practice service" isRail={isRail}>
          {practice?.kind === 'running' && <span className={classes['running']}>On</span>}
        </PlaceLink>
        <PlaceLink to={{ page: 'settings' }} icon={IconSettings} name="Settings" isRail={isRail} />
      </nav>
    </aside>
  )
}

interface PlaceLinkProps {
  readonly to: Route
  /** The pages that it stands for, if more than the one that it opens. */
  readonly pages?: readonly Route['page'][]
  readonly icon: Icon
  readonly name: string
  readonly isRail: boolean
  readonly children?: ReactNode
}

function PlaceLink({ to, pages, icon: PlaceIcon, name, isRail, children }: PlaceLinkProps): ReactElement {
  const { route } = useNavigation()
  return (
    <RouteLink
      className={classes['item']}
      to={to}
      title={isRail ? name : undefined}
      aria-current={(pages ?? [to.page]).includes(route.page) ? 'page' : undefined}
    >
      <PlaceIcon size={16} aria-hidden />
      <span className={classes['name']}>{name}</span>
      {children}
    </RouteLink>
  )
}

const groupingNames = { environment: 'Environment', merchant: 'Merchant' } as const
const sortNames = { name: 'Name', expiry: 'Expiry' } as const

function ArrangeMenu(): ReactElement {
  const { sidebar, changeSidebar } = useSidebar()
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <IconButton
          label="Group and sort profiles"
          icon={IconAdjustmentsHorizontal}
          variant="subtle"
          color="gray"
          size={28}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Group by</Menu.Label>
        <Menu.RadioGroup
          value={sidebar.groupBy}
          onChange={(value) => changeSidebar({ groupBy: chosen(profileGroupings, value) })}
        >
          {profileGroupings.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {groupingNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Sort by</Menu.Label>
        <Menu.RadioGroup
          value={sidebar.sortBy}
          onChange={(value) => changeSidebar({ sortBy: chosen(profileOrders, value) })}
        >
          {profileOrders.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {sortNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the value of a menu's item as one of the choices. */
function chosen<T extends string>(choices: readonly [T, ...T[]], value: string): T {
  return choices.find((each) => each === value) ?? choices[0]
}
