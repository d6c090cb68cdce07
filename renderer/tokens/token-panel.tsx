import { Group, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { CancelRequestButton } from './cancel-request-button.tsx'
import { describeDuration, describeToken, remainingTime } from './messages.ts'
import { RemedyButton } from './remedy-button.tsx'
import { RequestErrorActions } from './request-error-actions.tsx'
import type { TokenObstacle } from './token-obstacle.ts'
import { TokenSecret } from './token-secret.tsx'
import type { RevealedToken } from './use-revealed-token.ts'
import classes from './token-page.module.css'

interface TokenPanelProps {
  readonly profile: Profile
  readonly token: TokenState
  readonly obstacle: TokenObstacle | undefined
  readonly revealed: RevealedToken
}

/** Renders the state of the token: its expiry and scopes, or why there is none and what to do. */
export function TokenPanel({ profile, token, obstacle, revealed }: TokenPanelProps): ReactElement {
  const now = useNow(1000)
  const words = describeToken(token, now)
  switch (token.kind) {
    case 'failed':
      return (
        <Panel>
          <State tone={words.tone} title={words.title} aside={<Instant value={token.failedAt} />} />
          <ErrorPanel
            error={ClavisError.fromValue(token.error)}
            actions={
              <>
                <RequestErrorActions profile={profile} error={ClavisError.fromValue(token.error)} />
                <RemedyButton profileId={profile.id} code={token.error.code} />
              </>
            }
          />
        </Panel>
      )
    case 'none':
      return (
        <Panel>
          <State tone={words.tone} title={words.title} />
          {obstacle === undefined ? (
            <Text size="sm" c="dimmed">
              {words.detail}
            </Text>
          ) : (
            <Notice>
              <p>{obstacle.words}</p>
              <RemedyButton profileId={profile.id} code={obstacle.code} />
            </Notice>
          )}
        </Panel>
      )
    case 'requesting':
      return (
        <Panel>
          <State tone={words.tone} title={words.title} aside={<CancelRequestButton profileId={profile.id} />} />
          <Text size="sm" c="dimmed">
            {words.detail}
          </Text>
        </Panel>
      )
    case 'held':
      return (
        <Panel>
          <State
            tone={words.tone}
            title={words.title}
            aside={<Remaining expiresAt={token.expiresAt} lifetimeSeconds={token.lifetimeSeconds} now={now} />}
          />
          {token.notice !== undefined && <Notice mb="sm">{token.notice}</Notice>}
          <Facts
            items={[
              { label: 'Received', value: <Instant value={token.obtainedAt} /> },
              { label: 'Expires', value: <Instant value={token.expiresAt} /> },
              {
                label: 'Lifetime',
                value: `${token.lifetimeSeconds.toLocaleString()} s (${describeDuration(token.lifetimeSeconds * 1000)})`,
              },
              { label: 'Type', value: token.tokenType },
              { label: 'Scopes', value: <Scopes scopes={token.scopes} /> },
            ]}
          />
          <TokenSecret profileId={profile.id} revealed={revealed} now={now} />
        </Panel>
      )
  }
}

interface StateProps {
  readonly tone: string
  readonly title: string
  readonly aside?: ReactElement
}

function State({ tone, title, aside }: StateProps): ReactElement {
  return (
    <Group justify="space-between" gap="6px 20px" mb="xs">
      <p className={classes['state']} data-tone={tone} role="status">
        {title}
      </p>
      {aside !== undefined && (
        <Group gap="sm" fz="sm" c="dimmed">
          {aside}
        </Group>
      )}
    </Group>
  )
}

interface RemainingProps {
  readonly expiresAt: string
  readonly lifetimeSeconds: number
  readonly now: number
}

/** The time that is left, in words and as a bar; the bar is decoration. */
function Remaining({ expiresAt, lifetimeSeconds, now }: RemainingProps): ReactElement {
  const left = Date.parse(expiresAt) - now
  const share = lifetimeSeconds === 0 ? 0 : Math.min(1, Math.max(0, left / (lifetimeSeconds * 1000)))
  return (
    <>
      <span role="timer" className={classes['left']}>
        {remainingTime(left)}
      </span>
      <svg className={classes['bar']} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
        <rect className={classes['track']} width="100" height="4" />
        <rect className={classes['fill']} width={100 * share} height="4" />
      </svg>
    </>
  )
}

function Scopes({ scopes }: { readonly scopes: readonly string[] | undefined }): ReactElement {
  if (scopes === undefined || scopes.length === 0) return <>Not specified</>
  return (
    <span className={classes['scopes']}>
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  )
}
