import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { placeWords } from '#shared/expiry/warning-messages.ts'
import { isSnoozed } from '#shared/expiry/warning-thresholds.ts'
import { nextActionLabel } from '#shared/health/next-action.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { routeOfAction } from '../health/route-of-action.ts'
import { checkOf, useHealths } from '../health/use-healths.ts'
import { queries } from '../platform/queries.ts'
import { useNow } from '../ui/text/use-now.ts'
import { BannerMenu, MoreWarnings, SidebarBanner } from './sidebar-banner.tsx'
import { WarningMenuItems } from './warning-menu-items.tsx'

interface ExpiryBannerProps {
  /** The one whose page is shown. */
  readonly profile: Profile | undefined
  readonly isRail: boolean
}

/**
 * Renders what the health of the most urgent profile says of its certificate, and how many others need attention. Practice
 * profiles are left out unless one is shown.
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
  return (
    <SidebarBanner
      name="Certificates that need attention"
      tone={level}
      text={text}
      to={to}
      label={label}
      isRail={isRail}
    >
      <MoreWarnings number={others.length} />
      {certificate !== undefined && (
        <BannerMenu label={`Snooze warning for ${profile.name}`} tooltip="Snooze warning">
          <WarningMenuItems certificate={certificate} />
        </BannerMenu>
      )}
    </SidebarBanner>
  )
}
