import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { resultMessage } from '../activity/messages.ts'
import { call } from '../platform/calls/clavis.ts'
import { RouteLink } from '../platform/navigation/route-link.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import { agoText } from '../ui/time/ago-text.ts'
import { useNow } from '../ui/time/use-now.ts'
import classes from './summary.module.css'

/** How many of the newest entries of the activity are searched. */
const searched = 500

/** Shows the profile's last failure of the activity; nothing without one. */
export function LastError({ profile }: { readonly profile: Profile }): ReactElement | null {
  const now = useNow()
  const { data: entries = [] } = useQuery({
    queryKey: ['activity', profile.id, 'newest'],
    queryFn: () => call('activity.list', { profileId: profile.id, limit: searched }),
    refetchOnMount: 'always',
  })
  const failure = entries.find(({ outcome }) => outcome === 'failed')
  if (failure === undefined) return null
  return (
    <Panel title="Last error">
      <p className={classes['state']} data-tone="bad">
        {failure.what}: {resultMessage(failure)}
      </p>
      <p className={classes['sub']}>
        {agoText(Date.parse(failure.at), now)} ·{' '}
        <RouteLink to={{ page: 'activity', profileId: profile.id }}>Activity</RouteLink> ·{' '}
        <RouteLink to={{ page: 'diagnostics', profileId: profile.id }}>Diagnostics</RouteLink>
      </p>
    </Panel>
  )
}
