import { Box, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { stateNames } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { flavorNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { useThresholds } from '../expiry/use-warnings.ts'
import { call } from '../platform/clavis.ts'
import { RouteLink, useNavigation } from '../platform/navigation.tsx'
import { resultMessage } from '../requests/activity-messages.ts'
import { CancelRequestButton } from '../tokens/cancel-request-button.tsx'
import { describeToken } from '../tokens/messages.ts'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { ExpiryBadge } from '../ui/text/expiry-badge.tsx'
import { agoText, useNow } from '../ui/text/use-now.ts'
import classes from './summaries.module.css'

/** Renders the leading credential's certificate and its expiry. */
export function CertificateSummary({
  profile,
  credential,
}: {
  readonly profile: Profile
  readonly credential: Credential | undefined
}): ReactElement {
  const { go } = useNavigation()
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const thresholds = useThresholds(profile.id)
  return (
    <Panel
      title="Certificate"
      actions={
        <Button size="xs" variant="subtle" onClick={() => go({ page: 'credentials', profileId: profile.id })}>
          Credentials
        </Button>
      }
    >
      {credential === undefined || certificate === undefined ? (
        <Text c="dimmed">{credential === undefined ? 'No key yet.' : 'Waiting for the signed certificate.'}</Text>
      ) : (
        <>
          <Box mb="xs">
            <ExpiryBadge validity={validityOf(certificate)} thresholds={thresholds} />
          </Box>
          <Facts
            items={[
              { label: 'State', value: stateNames[credential.state] },
              { label: 'Subject', value: certificate.subject },
              { label: 'Expires', value: <Instant value={validityOf(certificate).notAfter} /> },
            ]}
          />
        </>
      )}
    </Panel>
  )
}

/** The token's state in short. */
export function TokenSummary({
  profile,
  token,
  now,
}: {
  readonly profile: Profile
  readonly token: TokenState
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  const { go } = useNavigation()
  const { tone, title, detail } = describeToken(token, now)
  return (
    <Panel
      title="Access token"
      actions={
        <Button size="xs" variant="subtle" onClick={() => go({ page: 'token', profileId: profile.id })}>
          Token
        </Button>
      }
    >
      <p className={classes['state']} data-tone={tone}>
        {title}
      </p>
      <p className={classes['sub']}>{detail}</p>
      {token.kind === 'requesting' && (
        <Box mt="sm">
          <CancelRequestButton profileId={profile.id} />
        </Box>
      )}
    </Panel>
  )
}

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

/** Renders the addresses of the profile's requests. */
export function Endpoints({ profile }: { readonly profile: Profile }): ReactElement {
  const rows = [
    { label: 'OAuth flavor', text: flavorNames[profile.flavor] },
    { label: 'Token endpoint', text: profile.tokenUrl },
    { label: 'Payments API', text: profile.apiBaseUrl },
    { label: 'Reporting API', text: profile.reportsBaseUrl },
    { label: 'Audience', text: profile.audience },
    { label: 'Scopes', text: profile.scopes },
  ].filter(({ text }) => text !== '')
  return (
    <Panel title="Endpoints">
      <Facts
        items={rows.map(({ label, text }) => ({
          label,
          value: <Copyable text={text} label={`Copy ${label.toLowerCase()}`} display="flex" justify="space-between" />,
        }))}
      />
    </Panel>
  )
}
