import { Menu } from '@mantine/core'
import { IconAlertOctagon, IconClockExclamation, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { placeWords } from '#shared/expiry/warning-messages.ts'
import { isSnoozed } from '#shared/expiry/warning-thresholds.ts'
import { nextActionLabel } from '#shared/health/next-action.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { routeOfAction } from '../health/route-of-action.ts'
import { checkOf, useHealths } from '../health/use-healths.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { IconButton } from '../ui/controls/buttons.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { WarningMenuItems } from './warning-menu-items.tsx'
import classes from './expiry-banner.module.css'

const icons = { bad: IconAlertOctagon, warn: IconClockExclamation } as const

interface ExpiryBannerProps {
  /** The one whose page is shown. */
  readonly profile: Profile | undefined
  readonly isRail: boolean
}

/**
 * Renders what the health of the most urgent profile says of its certificate, and how many others need attention. It is in
 * the sidebar, so that no page moves when it comes or goes. Practice profiles are left out unless one is shown.
 */
export function ExpiryBanner({ profile: shown, isRail }: ExpiryBannerProps): ReactElement | null {
  const { data: expiry } = useQuery(queries.expiry)
  const now = useNow()
  const [alert, ...others] = useHealths()
    .flatMap(({ profile, health }) => {
      const check = checkOf(health, 'certificate')
      if (check?.level !== 'bad' && check?.level !== 'warn') return []
      // A replacement’s next step is said beside the date, and leads there.
      const underWay = health.next.action.kind === 'continue-replacement' ? health.next : undefined
      const { action } = underWay ?? check
      const sentences = [check.sentence ?? check.words, ...(underWay === undefined ? [] : [underWay.sentence])]
      const certificate = expiry?.certificates.find((each) => each.profileId === profile.id && !each.quiet)
      if (certificate !== undefined && isSnoozed(certificate, now)) return []
      return [{ profile, level: check.level, sentences, action, certificate }]
    })
    .filter(({ profile }) => !profile.practice || shown?.practice === true)
    // Real profiles come before practice profiles, because only one is named.
    .toSorted((one, other) => Number(one.profile.practice) - Number(other.profile.practice))
  if (alert === undefined) return null
  const { profile, level, sentences, action, certificate } = alert
  const { replacement } = certificate ?? {}
  const notes =
    replacement === undefined || replacement.guided === true
      ? []
      : [`Replacement in progress${replacement.note === '' ? '' : `: ${replacement.note}`}`]
  const text = `${placeWords(profile)}: ${[...sentences, ...notes].map((each) => `${each}.`).join(' ')}`
  const to =
    action === undefined ? ({ page: 'credentials', profileId: profile.id } as const) : routeOfAction(action, profile.id)
  const label = (action && nextActionLabel(action)) ?? 'View credentials'
  const Icon = icons[level]
  return (
    <section
      className={classes['banner']}
      aria-label="Certificates that need attention"
      data-tone={level}
      data-rail={isRail}
    >
      {isRail ? (
        <RouteLink className={classes['mark']} to={to} aria-label={`${text} ${label}`} title={text}>
          <Icon size={16} aria-hidden />
        </RouteLink>
      ) : (
        <>
          <p className={classes['text']}>{text}</p>
          <div className={classes['actions']}>
            <RouteLink className={classes['action']} to={to}>
              {label}
            </RouteLink>
            {others.length > 0 && (
              <RouteLink className={classes['others']} to={{ page: 'home' }}>
                {others.length.toLocaleString()} more
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
