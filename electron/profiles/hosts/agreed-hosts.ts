import type { DatabaseSync } from 'node:sqlite'
import type { HostUse } from './profile-hosts.ts'

/** Stands for the profile in what belongs to none: the webhook. */
export const noProfile = ''

/** Stores that the person agreed to hosts of a profile (decision 072). */
export function agreeToHosts(sql: DatabaseSync, profileId: string, uses: readonly HostUse[]): void {
  const insert = `INSERT OR IGNORE INTO agreed_hosts (profile_id, purpose, host, agreed_at)
    VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`
  for (const { purpose, host } of uses) sql.prepare(insert).run(profileId, purpose, host)
}

/** Returns whether the person agreed to a host for this profile and purpose. */
export function isAgreed(sql: DatabaseSync, profileId: string, { purpose, host }: HostUse): boolean {
  const select = 'SELECT 1 FROM agreed_hosts WHERE profile_id = ? AND purpose = ? AND host = ?'
  return sql.prepare(select).get(profileId, purpose, host) !== undefined
}

/** Removes the hosts of a deleted profile. */
export function forgetHosts(sql: DatabaseSync, profileId: string): void {
  sql.prepare('DELETE FROM agreed_hosts WHERE profile_id = ?').run(profileId)
}
