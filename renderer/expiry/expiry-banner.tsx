import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconAlertOctagon, IconChevronRight, IconClock, IconClockExclamation, IconDots } from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { warningWords, type WarningWords } from '../../shared/model/expiry/warning-messages.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { useNow } from '../ui/time/use-now.ts'
import { useWarnings } from './use-warnings.ts'
import { WarningMenuItems } from './warning-menu-items.tsx'
import classes from './expiry-banner.module.css'

/** Number of certificates that are shown before the rest is folded. */
const shownAtFirst = 2

const icons: Readonly<Record<WarningWords['tone'], typeof IconClock>> = {
  bad: IconAlertOctagon,
  warn: IconClockExclamation,
  note: IconClock,
}

/** Across the window's top: every certificate that has reached a threshold and is not snoozed, with the way to it. */
export function ExpiryBanner(): ReactElement | null {
  const warnings = useWarnings()
  const [unfolded, setUnfolded] = useState(false)
  if (warnings.length === 0) return null

  const shown = unfolded ? warnings : warnings.slice(0, shownAtFirst)
  const hidden = warnings.length - shown.length
  return (
    <section className={classes['banner']} aria-label="Certificates that need attention">
      <ul className={classes['lines']}>
        {shown.map((warning, index) => (
          <Line key={warning.credentialId} certificate={warning}>
            {index === shown.length - 1 && (hidden > 0 || unfolded) && warnings.length > shownAtFirst && (
              <UnstyledButton
                className={classes['more'] ?? ''}
                onClick={() => setUnfolded(!unfolded)}
                aria-expanded={unfolded}
              >
                {unfolded ? 'Show fewer' : `${hidden} more`}
              </UnstyledButton>
            )}
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({
  certificate,
  children,
}: {
  readonly certificate: WatchedCertificate
  readonly children: ReactNode
}): ReactElement {
  const { tone, text, more } = warningWords(
    certificate,
    useNow(undefined, [certificate.notBefore, certificate.notAfter]),
  )
  const Icon = icons[tone]
  const { profileId, profileName, credentialId } = certificate
  return (
    <li className={classes['line']} data-tone={tone}>
      <Icon className={classes['icon']} size={16} aria-hidden />
      <span className={classes['text']}>
        {text}
        {more !== undefined && <span className={classes['addition']}> {more}</span>}
      </span>
      <RouteLink className={classes['link']} to={{ page: 'credentials', profileId, credentialId }}>
        View credential
        <IconChevronRight size={13} aria-hidden />
      </RouteLink>
      <span className={classes['end']}>
        {children}
        <Menu
          position="bottom-end"
          width={250}
          // Inside the banner for screen readers, and in a fixed position so that scrolling doesn't clip it.
          withinPortal={false}
          floatingStrategy="fixed"
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <ActionIcon
              className={classes['menu'] ?? ''}
              variant="subtle"
              size={24}
              aria-label={`Snooze warning for ${profileName}`}
            >
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <WarningMenuItems certificate={certificate} />
          </Menu.Dropdown>
        </Menu>
      </span>
    </li>
  )
}
