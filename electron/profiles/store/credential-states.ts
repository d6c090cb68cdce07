import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { StoredProfile } from './stored-profile.ts'

// What decisions about credentials depend on. The history is for people: it is pruned, and a backup brings events of its own.

/** A credential that was retired on this computer; it may have been removed since. */
export interface RetiredCredential {
  readonly credentialId: string
  /** Of its public key; undefined if it was removed before Clavis kept it. */
  readonly fingerprint: string | undefined
  /** Of its certificate, if it had one. */
  readonly sha256: string | undefined
  readonly retiredAt: string
}

export type RetiredCredentials = ReadonlyMap<string, readonly RetiredCredential[]>

/**
 * Stores which credentials of a profile were retired by a change, for good, and forgets keys that it no longer has.
 * @param before the profile before the change; undefined if it is new
 */
export function followCredentials(sql: DatabaseSync, before: StoredProfile | undefined, after: StoredProfile): void {
  const { profile, credentials } = after
  if (before?.credentials === credentials) return
  const earlier = new Set(before?.credentials.flatMap(({ id, state }) => (state === 'retired' ? [id] : [])))
  const insert = sql.prepare('INSERT OR IGNORE INTO retired_credentials VALUES (?, ?, ?, ?, ?)')
  for (const each of credentials)
    if (each.state === 'retired' && !earlier.has(each.id)) {
      const sha256 = certificateOf(each)?.thumbprint.sha256 ?? null
      insert.run(profile.id, each.id, each.publicKeyFingerprint, sha256, each.retiredAt)
    }
  sql
    .prepare('DELETE FROM own_keys WHERE profile_id = ? AND fingerprint NOT IN (SELECT value FROM json_each(?))')
    .run(profile.id, JSON.stringify(credentials.map((each) => each.publicKeyFingerprint)))
}

/** Returns every credential that was retired on this computer. */
export function retiredCredentials(sql: DatabaseSync): RetiredCredentials {
  const retired = new Map<string, RetiredCredential[]>()
  for (const row of sql.prepare('SELECT * FROM retired_credentials').all()) {
    const profileId = String(row['profile_id'])
    const own = retired.get(profileId) ?? []
    retired.set(profileId, own)
    own.push({
      credentialId: String(row['credential_id']),
      fingerprint: textOf(row['fingerprint']),
      sha256: textOf(row['sha256']),
      retiredAt: String(row['retired_at']),
    })
  }
  return retired
}

function textOf(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Stores that a profile has a key: it was created or imported for it, or restored with it. Naming its public key proves nothing. */
export function noteOwnKey(sql: DatabaseSync, profileId: string, fingerprint: string): void {
  sql.prepare('INSERT OR IGNORE INTO own_keys VALUES (?, ?)').run(profileId, fingerprint)
}

/** Returns whether a profile got a key as {@link noteOwnKey} describes. */
export function isOwnKey(sql: DatabaseSync, profileId: string, fingerprint: string): boolean {
  const select = 'SELECT 1 FROM own_keys WHERE profile_id = ? AND fingerprint = ?'
  return sql.prepare(select).get(profileId, fingerprint) !== undefined
}

/** Forgets the keys of a removed profile. What it retired stays retired: a backup could bring it back. */
export function forgetOwnKeys(sql: DatabaseSync, profileId: string): void {
  sql.prepare('DELETE FROM own_keys WHERE profile_id = ?').run(profileId)
}
