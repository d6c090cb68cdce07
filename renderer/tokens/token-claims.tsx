import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TokenState } from '#shared/tokens/token.ts'
import { JsonTree } from '../ui/json/json-tree.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { claimTimes } from './claim-times.ts'
import classes from './token-page.module.css'

/** Renders header and claims of a held token, exactly as written in it. */
export function TokenClaims({ token }: { readonly token: Extract<TokenState, { kind: 'held' }> }): ReactElement {
  if (token.claims === undefined)
    return (
      <Panel title="Claims">
        <Text size="sm" c="dimmed">
          Not a JWT: it can’t be decoded.
        </Text>
      </Panel>
    )
  return (
    <Panel title="Claims" description="Decoded, not verified.">
      <div className={classes['columns']}>
        <div>
          <h4 className={classes['heading']}>Header</h4>
          <JsonTree text={token.claims.header} label="Token header" />
        </div>
        <div>
          <h4 className={classes['heading']}>Payload</h4>
          <JsonTree text={token.claims.payload} label="Token payload" />
          <ClaimTimes payload={token.claims.payload} />
        </div>
      </div>
    </Panel>
  )
}

function ClaimTimes({ payload }: { readonly payload: string }): ReactElement | null {
  const times = claimTimes(payload)
  if (times.length === 0) return null
  return (
    <Facts items={times.map(({ label, instant }) => ({ label, value: <Instant value={instant} withSeconds /> }))} />
  )
}
