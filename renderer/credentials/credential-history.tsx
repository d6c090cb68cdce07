import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { CredentialEvent } from '#shared/credentials/history.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { queries } from '../platform/queries.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { eventMessage } from './detail-messages.ts'
import classes from './credential-history.module.css'

interface CredentialHistoryProps {
  readonly profile: Profile
  readonly credentialId: string
}

/** The dated events of one credential's life, newest first. */
export function CredentialHistory({ profile, credentialId }: CredentialHistoryProps): ReactElement {
  const history = useQuery(queries.history(profile.id))
  if (history.isError) return <ErrorPanel error={history.error} onRetry={() => void history.refetch()} />
  return <Events events={(history.data ?? []).filter((event) => event.credentialId === credentialId)} isNamed={false} />
}

interface RemovedCredentialsProps {
  readonly profile: Profile
  /** Those that are there. */
  readonly credentialIds: readonly string[]
}

/** Renders the events of removed credentials; nothing if there are none. */
export function RemovedCredentials({ profile, credentialIds }: RemovedCredentialsProps): ReactElement | null {
  const { data: history = [] } = useQuery(queries.history(profile.id))
  const events = history.filter(({ credentialId }) => !credentialIds.includes(credentialId))
  if (events.length === 0) return null
  return (
    <Panel title="Removed credentials" description="History of credentials that were removed.">
      <Events events={events} isNamed />
    </Panel>
  )
}

interface EventsProps {
  readonly events: readonly CredentialEvent[]
  readonly isNamed: boolean
}

function Events({ events, isNamed }: EventsProps): ReactElement {
  return (
    <ol>
      {events.map((event, index) => (
        <li key={`${event.at} ${event.kind} ${index}`} className={classes['event']}>
          <span className={classes['when']}>
            <Instant value={event.at} />
          </span>
          <span>
            {eventMessage(event)}
            {isNamed && <span className={classes['whose']}>{event.credentialName}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
