import { Menu, UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconChevronRight, IconClock, IconClockExclamation, IconDots } from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { alertCounts, alertWords, type JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import type { WarningWords } from '#shared/expiry/warning-messages.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { IconButton } from '../ui/controls/buttons.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useAlerts } from './use-warnings.ts'
import { WarningMenuItems } from './warning-menu-items.tsx'
import classes from './expiry-banner.module.css'

const icons: Readonly<Record<WarningWords['tone'], typeof IconClock>> = {
  bad: IconAlertOctagon,
  warn: IconClockExclamation,
  note: IconClock,
}

/** Up to this many profiles are named here on request; more are shown in the timeline's table. */
const fewAlerts = 5

/**
 * Renders one line across the window's top: how many profiles need a certificate's attention, the most urgent one, and
 * the others on request or in the timeline's table. Practice profiles are left out unless one is shown.
 * @param profile the one whose page is shown
 */
export function ExpiryBanner({ profile }: { readonly profile: Profile | undefined }): ReactElement | null {
  const { alerts: all, now } = useAlerts()
  const [unfolded, setUnfolded] = useState(false)
  // Real profiles come before practice profiles, because only one line is shown.
  const alerts = [
    ...all.filter((each) => !each.profile.practice),
    ...all.filter((each) => each.profile.practice && profile?.practice === true),
  ]
  if (alerts.length === 0) return null

  const isMany = alerts.length > fewAlerts
  const isUnfolded = unfolded && alerts.length > 1 && !isMany
  return (
    <section className={classes['banner']} aria-label="Certificates that need attention">
      <ul>
        {alerts.slice(0, isUnfolded ? undefined : 1).map((alert, index) => (
          <Line key={alert.profile.id} alert={alert} now={now}>
            {isMany && (
              <RouteLink className={classes['more']} to={{ page: 'timeline', show: 'problems' }}>
                {alertCounts(alerts)}
              </RouteLink>
            )}
            {index === 0 && alerts.length > 1 && !isMany && (
              <UnstyledButton
                className={classes['more'] ?? ''}
                onClick={() => setUnfolded(!isUnfolded)}
                aria-expanded={isUnfolded}
              >
                {isUnfolded ? 'Show fewer' : `Show all ${alerts.length}`}
              </UnstyledButton>
            )}
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({
  alert,
  now,
  children,
}: {
  readonly alert: JudgedProfile
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly children: ReactNode
}): ReactElement {
  const { tone, text, more } = alertWords(alert, now, useDates())
  const Icon = icons[tone]
  const { profile, certificate } = alert
  // The profile's name is cut so that what matters stays in one line.
  const statementAt = text.lastIndexOf(': ') + 1
  return (
    <li className={classes['line']} data-tone={tone}>
      <Icon className={classes['icon']} size={16} aria-hidden />
      <span className={classes['text']} title={more === undefined ? text : `${text} ${more}`}>
        <span className={classes['place']}>{text.slice(0, statementAt)}</span>
        <span className={classes['statement']}>{text.slice(statementAt)}</span>
        {more !== undefined && <span className={classes['addition']}> {more}</span>}
      </span>
      <RouteLink
        className={classes['link']}
        to={{
          page: 'credentials',
          profileId: profile.id,
          ...(certificate === undefined ? {} : { credentialId: certificate.credentialId }),
        }}
      >
        {certificate === undefined ? 'View credentials' : 'View credential'}
        <IconChevronRight size={13} aria-hidden />
      </RouteLink>
      <span className={classes['end']}>
        {children}
        {certificate !== undefined && (
          <Menu
            position="bottom-end"
            width={250}
            // Inside the banner for screen readers, and in a fixed position so that scrolling doesn't clip it.
            withinPortal={false}
            floatingStrategy="fixed"
            withInitialFocusPlaceholder={false}
          >
            <Menu.Target>
              <IconButton
                label={`Snooze warning for ${profile.name}`}
                tooltip="Snooze warning"
                icon={IconDots}
                className={classes['menu'] ?? ''}
                variant="subtle"
                size={22}
              />
            </Menu.Target>
            <Menu.Dropdown>
              <WarningMenuItems certificate={certificate} />
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
    </li>
  )
}
