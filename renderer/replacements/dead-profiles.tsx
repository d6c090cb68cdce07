import { IconArrowRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { standingWords, type JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { useDates } from '../ui/text/dates.tsx'
import classes from './replacements-page.module.css'

/** Renders the profiles that get no token: there is nothing active to replace, so that each needs its own page. */
export function DeadProfiles({
  profiles,
  now,
}: {
  readonly profiles: readonly JudgedProfile[]
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  const { go } = useNavigation()
  const { timeZone } = useDates()
  return (
    <Panel title="No active certificate" order={2} description="These profiles can’t request tokens.">
      <ul className={classes['rows']}>
        {profiles.map((each) => (
          <li key={each.profile.id} className={classes['row']}>
            <span className={classes['name']}>{each.profile.name}</span>
            <EnvironmentBadge environment={each.profile.environment} isPractice={each.profile.practice} />
            <span className={classes['progress']}>
              {each.expiry.state === 'expired-only'
                ? `Only expired certificates · ${standingWords(each, now, timeZone)}`
                : each.certificate === undefined
                  ? 'No certificate'
                  : 'Has a certificate to activate'}
            </span>
            <SecondaryButton
              size="xs"
              rightSection={<IconArrowRight size={14} />}
              onClick={() => go({ page: 'credentials', profileId: each.profile.id })}
              aria-label={`Credentials of ${each.profile.name}`}
            >
              Credentials
            </SecondaryButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
