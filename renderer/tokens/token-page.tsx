import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ClavisError } from '../../shared/model/error.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { TokenState } from '../../shared/model/token.ts'
import { call } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import { queries } from '../app/queries.ts'
import { ConnectionPanel } from '../overview/connection-panel.tsx'
import { useConnectionTest } from '../overview/connection.ts'
import { describeDuration, describeToken } from '../overview/token-words.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Facts } from '../ui/facts.tsx'
import { Instant } from '../ui/instant.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Later } from '../ui/later.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { useNow } from '../ui/use-now.ts'
import { RevealedToken } from './revealed-token.tsx'
import { TokenPreview } from './token-preview.tsx'
import { remedyOf } from './token-remedy.ts'
import classes from './token-page.module.css'

/** The profile's access token: where it stands, what it says, and the request that gets it. */
export function TokenPage({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const token = useQuery(queries.token(profile.id))
  const { outcome, test } = useConnectionTest(profile.id)
  const store = (state: TokenState): unknown => client.setQueryData(queries.token(profile.id).queryKey, state)
  const get = useMutation({
    mutationFn: (renew: boolean) => call('tokens.get', { profileId: profile.id, renew }),
    onSuccess: store,
    // The state says what went wrong.
    onError: () => token.refetch(),
  })
  const drop = useMutation({ mutationFn: () => call('tokens.drop', { profileId: profile.id }), onSuccess: store })

  if (token.isError) return <ErrorPanel error={token.error} onRetry={() => void token.refetch()} />
  if (token.data === undefined)
    return (
      <Later>
        <Skeleton height={180} radius="lg" />
      </Later>
    )
  const isHeld = token.data.kind === 'held'
  return (
    <>
      <PageHeader
        title="Token"
        description="Kept in memory only, and gone when Clavis ends. Calls get one by themselves when they need it."
        actions={
          isHeld ? (
            <>
              <Button
                variant="default"
                leftSection={<IconTrash size={15} />}
                loading={drop.isPending}
                onClick={() => drop.mutate()}
              >
                Drop
              </Button>
              <Button leftSection={<IconRefresh size={15} />} loading={get.isPending} onClick={() => get.mutate(true)}>
                Renew
              </Button>
            </>
          ) : (
            <Button loading={get.isPending || token.data.kind === 'requesting'} onClick={() => get.mutate(false)}>
              {token.data.kind === 'failed' ? 'Try again' : 'Get a token'}
            </Button>
          )
        }
      />
      <TokenPanel profile={profile} token={token.data} />
      <TokenPreview profileId={profile.id} />
      {profile.apiBaseUrl !== '' && <ConnectionPanel profile={profile} outcome={outcome} test={test} />}
    </>
  )
}

function TokenPanel({ profile, token }: { readonly profile: Profile; readonly token: TokenState }): ReactElement {
  const { go } = useNavigation()
  const now = useNow(1000)
  const words = describeToken(token, now)
  if (token.kind === 'failed') {
    const remedy = remedyOf(token.error.code)
    return (
      <ErrorPanel
        error={ClavisError.fromValue(token.error)}
        actions={
          remedy === undefined ? undefined : (
            <Button size="xs" variant="default" onClick={() => go({ page: remedy.page, profileId: profile.id })}>
              {remedy.label}
            </Button>
          )
        }
      />
    )
  }
  if (token.kind !== 'held')
    return (
      <Panel>
        <p className={classes['state']} data-tone={words.tone} role="status">
          {words.title}
        </p>
        <p className={classes['quiet']}>{words.detail}</p>
      </Panel>
    )
  const left = Date.parse(token.expiresAt) - now
  return (
    <>
      <Panel>
        <p className={classes['state']} data-tone={words.tone} role="status">
          {words.title}
        </p>
        <Facts
          items={[
            {
              label: 'Ends',
              value: (
                <>
                  <Instant value={token.expiresAt} /> ({left > 0 ? `in ${countdown(left)}` : 'over'})
                </>
              ),
            },
            { label: 'Obtained', value: <Instant value={token.obtainedAt} /> },
            {
              label: 'Lifetime',
              value: `${token.lifetimeSeconds.toLocaleString()} s (${describeDuration(token.lifetimeSeconds * 1000)})`,
            },
            { label: 'Type', value: token.tokenType },
            {
              label: 'Scopes',
              value:
                token.scopes === undefined || token.scopes.length === 0 ? (
                  'The service does not say'
                ) : (
                  <span className={classes['scopes']}>
                    {token.scopes.map((scope) => (
                      <code key={scope}>{scope}</code>
                    ))}
                  </span>
                ),
            },
          ]}
        />
        {token.notice !== undefined && <p className={classes['notice']}>{token.notice}</p>}
        <RevealedToken profileId={profile.id} />
      </Panel>
      {token.claims === undefined ? (
        <Panel title="Claims">
          <p className={classes['quiet']}>The token is no JWT: only the service can read it.</p>
        </Panel>
      ) : (
        <Panel title="Claims" description="As they are written in the token. Nothing of it was verified.">
          <div className={classes['columns']}>
            <div>
              <h4 className={classes['heading']}>Header</h4>
              <JsonTree text={token.claims.header} label="Token header" />
            </div>
            <div>
              <h4 className={classes['heading']}>Payload</h4>
              <JsonTree text={token.claims.payload} label="Token payload" />
            </div>
          </div>
        </Panel>
      )}
    </>
  )
}

/** Ticks in seconds once it is near the end. */
function countdown(left: number): string {
  return left < 120_000 ? `${Math.ceil(left / 1000)} s` : describeDuration(left)
}
