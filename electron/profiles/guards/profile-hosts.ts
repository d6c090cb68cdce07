import type { DatabaseSync } from 'node:sqlite'
import type { ProfileSettings } from '#shared/profiles/profile.ts'

/** What a host receives: client authentication, access tokens, everything on its way, or expiry warnings. */
export type HostPurpose = 'token' | 'api' | 'proxy' | 'webhook'

/** A host with scheme and port, and what it is for. */
export interface HostUse {
  readonly purpose: HostPurpose
  /** An origin, e.g. `https://auth.example.com`. */
  readonly host: string
}

type Addresses = Partial<Pick<ProfileSettings, 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl' | 'proxy'>>

/** Lists the hosts of a profile's addresses, except the system's proxy, and of the webhook's. */
export function hostsOf({ tokenUrl, apiBaseUrl, reportsBaseUrl, proxy }: Addresses, webhook?: string): HostUse[] {
  const addresses = [
    ['token', tokenUrl],
    ['api', apiBaseUrl],
    ['api', reportsBaseUrl],
    ['proxy', proxy],
    ['webhook', webhook],
  ] as const
  const uses = addresses.flatMap(([purpose, address]) =>
    address !== undefined && URL.canParse(address) ? [{ purpose, host: new URL(address).origin }] : [],
  )
  return without(uses, [])
}

/** Lists the hosts to which a profile connects only after a change. @param before undefined if it is new */
export function newHosts(before: Addresses | undefined, after: Addresses): HostUse[] {
  return without(hostsOf(after), before === undefined ? [] : hostsOf(before))
}

/** Returns each use once, except the given ones. */
export function without(uses: readonly HostUse[], others: readonly HostUse[]): HostUse[] {
  return uses.filter((use, index) => ![...uses.slice(0, index), ...others].some((other) => isSame(use, other)))
}

/** Returns the uses that are also among the others. */
export function same(uses: readonly HostUse[], others: readonly HostUse[]): HostUse[] {
  return uses.filter((use) => others.some((other) => isSame(use, other)))
}

function isSame(one: HostUse, other: HostUse): boolean {
  return one.purpose === other.purpose && one.host === other.host
}

/** Stands for the profile in what belongs to none: the webhook. */
export const noProfile = ''

/** Stores that the person agreed to hosts of a profile (decision 072). */
export function agreeToHosts(sql: DatabaseSync, profileId: string, uses: readonly HostUse[]): void {
  const insert = `INSERT OR IGNORE INTO agreed_hosts (profile_id, purpose, host, agreed_at)
    VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`
  for (const { purpose, host } of uses) sql.prepare(insert).run(profileId, purpose, host)
}

export function isAgreed(sql: DatabaseSync, profileId: string, { purpose, host }: HostUse): boolean {
  const select = 'SELECT 1 FROM agreed_hosts WHERE profile_id = ? AND purpose = ? AND host = ?'
  return sql.prepare(select).get(profileId, purpose, host) !== undefined
}

export function forgetHosts(sql: DatabaseSync, profileId: string): void {
  sql.prepare('DELETE FROM agreed_hosts WHERE profile_id = ?').run(profileId)
}
