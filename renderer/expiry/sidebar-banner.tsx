import { Menu, UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconClockExclamation, IconDots, type Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { RouteLink } from '../platform/navigation.tsx'
import type { Route } from '../platform/route.ts'
import { IconButton } from '../ui/controls/buttons.tsx'
import classes from './sidebar-banner.module.css'

const icons = { bad: IconAlertOctagon, warn: IconClockExclamation } as const

interface SidebarBannerProps {
  /** Names its region, unlike any other. */
  readonly name: string
  readonly tone: 'bad' | 'warn'
  readonly icon?: Icon
  readonly text: string
  /** Where it leads, and the link's label. */
  readonly to: Route
  readonly label: string
  readonly isRail: boolean
  /** Beside the link. */
  readonly children?: ReactNode
}

/** Renders a warning in the sidebar, so that no page moves when it comes or goes; in the rail, a link of its icon. */
export function SidebarBanner({
  name,
  tone,
  icon: BannerIcon = icons[tone],
  text,
  to,
  label,
  isRail,
  children,
}: SidebarBannerProps): ReactElement {
  return (
    <section className={classes['banner']} aria-label={name} data-tone={tone} data-rail={isRail}>
      {isRail ? (
        <RouteLink className={classes['mark']} to={to} aria-label={`${text} ${label}`} title={text}>
          <BannerIcon size={16} aria-hidden />
        </RouteLink>
      ) : (
        <>
          <p className={classes['text']}>{text}</p>
          <div className={classes['actions']}>
            <RouteLink className={classes['action']} to={to}>
              {label}
            </RouteLink>
            {children}
          </div>
        </>
      )}
    </section>
  )
}

interface BannerButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A command beside a banner's link. */
export function BannerButton({ onClick, children }: BannerButtonProps): ReactElement {
  return (
    <UnstyledButton className={classes['others']} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}

/** Leads from a banner to the warnings that have none. */
export function MoreWarnings({ number }: { readonly number: number }): ReactElement | null {
  if (number === 0) return null
  return (
    <RouteLink className={classes['others']} to={{ page: 'home' }}>
      {number.toLocaleString()} more
    </RouteLink>
  )
}

interface BannerMenuProps {
  readonly label: string
  readonly tooltip: string
  readonly children: ReactNode
}

/** Opens a menu of what else can be done about a warning. */
export function BannerMenu({ label, tooltip, children }: BannerMenuProps): ReactElement {
  return (
    <Menu position="right-end" width={250} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          label={label}
          tooltip={tooltip}
          icon={IconDots}
          className={classes['menu'] ?? ''}
          variant="subtle"
          size={24}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
