import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertOctagon, IconChevronRight, IconClockExclamation } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { queries } from '../app/queries.ts'
import { RouteLink } from '../app/route-link.tsx'
import { useNow } from '../ui/use-now.ts'
import { bannerLine } from './banner-words.ts'
import classes from './expiry-banner.module.css'

/** How many certificates are named before the rest folds away. */
const shownAtFirst = 2

/** Across the window's top: every certificate that has ended or ends within 30 days, each with the way to it. */
export function ExpiryBanner(): ReactElement | null {
  const { data: warnings = [] } = useQuery(queries.expiry)
  const now = useNow()
  const [unfolded, setUnfolded] = useState(false)
  if (warnings.length === 0) return null

  const shown = unfolded ? warnings : warnings.slice(0, shownAtFirst)
  const hidden = warnings.length - shown.length
  return (
    <section className={classes['banner']} aria-label="Certificates that need your eye">
      <ul className={classes['lines']}>
        {shown.map((warning, index) => {
          const { tone, text } = bannerLine(warning, now)
          const Icon = tone === 'bad' ? IconAlertOctagon : IconClockExclamation
          return (
            <li key={warning.credentialId} className={classes['line']} data-tone={tone}>
              <Icon className={classes['icon']} size={16} aria-hidden />
              <span className={classes['text']}>{text}</span>
              <RouteLink className={classes['link']} to={{ page: 'credentials', profileId: warning.profileId }}>
                See the credential
                <IconChevronRight size={13} aria-hidden />
              </RouteLink>
              {index === shown.length - 1 && (hidden > 0 || unfolded) && warnings.length > shownAtFirst && (
                <UnstyledButton
                  className={classes['more']}
                  onClick={() => setUnfolded(!unfolded)}
                  aria-expanded={unfolded}
                >
                  {unfolded ? 'Show fewer' : `${hidden} more`}
                </UnstyledButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
