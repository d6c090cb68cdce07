import { Menu } from '@mantine/core'
import { IconAlertOctagon, IconClock, IconClockExclamation, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { alertWords, type JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import type { WarningWords } from '#shared/expiry/warning-messages.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { stepOfSteps } from '#shared/replacements/replacement-steps.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import type { Route } from '../platform/route.ts'
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

/**
 * Renders the most urgent certificate with what to do, and how many others need attention. It is in the sidebar, so that
 * no page moves when it comes or goes. Practice profiles are left out unless one is shown.
 * @param profile the one whose page is shown
 */
export function ExpiryBanner({
  profile,
  isRail,
}: {
  readonly profile: Profile | undefined
  readonly isRail: boolean
}): ReactElement | null {
  const { alerts: all, now } = useAlerts()
  // Real profiles come before practice profiles, because only one is named.
  const alerts = [
    ...all.filter((each) => !each.profile.practice),
    ...all.filter((each) => each.profile.practice && profile?.practice === true),
  ]
  const [alert] = alerts
  if (alert === undefined) return null
  return <Warning alert={alert} others={alerts.length - 1} isRail={isRail} now={now} />
}

function Warning({
  alert,
  others,
  isRail,
  now,
}: {
  readonly alert: JudgedProfile
  readonly others: number
  readonly isRail: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  const { tone, text, more } = alertWords(alert, now, useDates())
  const Icon = icons[tone]
  const { profile, certificate } = alert
  const action = useNextAction(alert)
  return (
    <section
      className={classes['banner']}
      aria-label="Certificates that need attention"
      data-tone={tone}
      data-rail={isRail}
    >
      {isRail ? (
        <RouteLink className={classes['mark']} to={action.to} aria-label={`${text} ${action.label}`} title={text}>
          <Icon size={16} aria-hidden />
        </RouteLink>
      ) : (
        <>
          <p className={classes['text']}>
            {text}
            {more !== undefined && ` ${more}`}
          </p>
          <div className={classes['actions']}>
            <RouteLink className={classes['action']} to={action.to}>
              {action.label}
            </RouteLink>
            {others > 0 && (
              <RouteLink className={classes['others']} to={{ page: 'home' }}>
                {others.toLocaleString()} more
              </RouteLink>
            )}
            {certificate !== undefined && (
              <Menu position="right-end" width={250} withinPortal={false} withInitialFocusPlaceholder={false}>
                <Menu.Target>
                  <IconButton
                    label={`Snooze warning for ${profile.name}`}
                    tooltip="Snooze warning"
                    icon={IconDots}
                    className={classes['menu'] ?? ''}
                    variant="subtle"
                    size={24}
                  />
                </Menu.Target>
                <Menu.Dropdown>
                  <WarningMenuItems certificate={certificate} />
                </Menu.Dropdown>
              </Menu>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Returns what a person does about a warning: replace the certificate, continue with that, or activate one. */
function useNextAction({ profile: { id: profileId }, expiry, certificate }: JudgedProfile): {
  readonly label: string
  readonly to: Route
} {
  const { data: replacements = [] } = useQuery(queries.replacements)
  const underWay = replacements.find((view) => view.profileId === profileId && view.step !== 'done')
  const replacement: Route = { page: 'replacement', profileId }
  if (underWay !== undefined) return { label: `Continue (${stepOfSteps(underWay.step)})`, to: replacement }
  if (expiry.state === 'active') return { label: 'Replace…', to: replacement }
  const credential = certificate === undefined ? {} : { credentialId: certificate.credentialId }
  return { label: 'View credentials', to: { page: 'credentials', profileId, ...credential } }
}
