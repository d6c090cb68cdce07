import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { TokenState } from '#shared/tokens/token.ts'
import { JsonTree } from '../ui/json/json-tree.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant } from '../ui/text/dates.tsx'
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

/** A claim that is a time (RFC 7519 §4.1, OpenID Connect Core §2), and when that is. */
interface ClaimTime {
  readonly name: string
  readonly label: string
  /** ISO 8601 */
  readonly instant: string
}

const labels: Readonly<Record<string, string>> = {
  iat: 'Issued (iat)',
  nbf: 'Valid from (nbf)',
  exp: 'Expires (exp)',
  auth_time: 'Signed in (auth_time)',
}

/** Latest time that a Date holds, seconds since the epoch. */
const latest = 8_640_000_000_000

/** Returns a payload's claims that are times, in the order of {@link labels}. @param payload JSON text */
export function claimTimes(payload: string): readonly ClaimTime[] {
  let claims: unknown
  try {
    claims = JSON.parse(payload)
  } catch {
    return []
  }
  if (typeof claims !== 'object' || claims === null) return []
  const known = new Map<string, unknown>(Object.entries(claims))
  return Object.entries(labels).flatMap(([name, label]) => {
    const seconds = known.get(name)
    if (typeof seconds !== 'number' || Math.abs(seconds) > latest) return []
    return [{ name, label, instant: new Date(seconds * 1000).toISOString() }]
  })
}
