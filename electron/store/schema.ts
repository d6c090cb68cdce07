import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { ClavisError } from '#shared/errors.ts'
import { damaged } from './store-failure.ts'

/** Changes the tables of one version into those of the next. */
export type Migration = (sql: DatabaseSync) => void

/** Creates the tables of version 1. Each row's content is JSON that the feature's own schema describes. */
const createTables: Migration = (sql) =>
  sql.exec(`
    CREATE TABLE profiles (id TEXT PRIMARY KEY, position INTEGER NOT NULL UNIQUE, content TEXT NOT NULL) STRICT;
    CREATE TABLE documents (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
    CREATE TABLE list_columns (
      profile_id TEXT NOT NULL, list TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (profile_id, list)
    ) STRICT;
    CREATE TABLE snapshots (id TEXT PRIMARY KEY, noted_at REAL NOT NULL, content TEXT NOT NULL) STRICT;
    CREATE TABLE key_traces (key_id TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
    CREATE TABLE agreed_hosts (
      profile_id TEXT NOT NULL, purpose TEXT NOT NULL, host TEXT NOT NULL, agreed_at TEXT NOT NULL,
      PRIMARY KEY (profile_id, purpose, host)
    ) STRICT;
    CREATE TABLE deliveries (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, since TEXT NOT NULL, tries INTEGER NOT NULL, content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE activity (number INTEGER PRIMARY KEY, at TEXT NOT NULL, profile_id TEXT, content TEXT NOT NULL) STRICT;
    CREATE INDEX activity_at ON activity (at);
  `)

/** Calls warnings that were sent `sent`, and names the settings that a snapshot depends on. */
const nameContents: Migration = (sql) =>
  sql.exec(`
    UPDATE documents SET content = replace(content, '"told"', '"sent"') WHERE name = 'notices';
    UPDATE snapshots SET content = json_set(content, '$.basis', json_object(
      'reportsBaseUrl', json_extract(content ->> '$.basis', '$[0]'), 'clientId', json_extract(content ->> '$.basis', '$[1]'),
      'tokenUrl', json_extract(content ->> '$.basis', '$[2]'), 'recordMember', json_extract(content ->> '$.basis', '$[3]')
    )) WHERE json_type(content, '$.basis') = 'text';
  `)

/** Adds saved views, and how each list was left. Both are of a profile, and removed with it. */
const addViews: Migration = (sql) =>
  sql.exec(`
    CREATE TABLE list_views (id TEXT PRIMARY KEY, profile_id TEXT NOT NULL, content TEXT NOT NULL) STRICT;
    CREATE INDEX list_views_profile ON list_views (profile_id);
    CREATE TABLE list_states (
      profile_id TEXT NOT NULL, list TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (profile_id, list)
    ) STRICT;
    CREATE TRIGGER list_views_removed AFTER DELETE ON profiles BEGIN
      DELETE FROM list_views WHERE profile_id = OLD.id;
      DELETE FROM list_states WHERE profile_id = OLD.id;
    END;
  `)

/** The migration to each version, from version 1 on. A released one never changes. */
export const migrations: readonly Migration[] = [createTables, nameContents, addViews]

/** Creates the tables of the newest version in an empty database. */
export function applySchema(sql: DatabaseSync): void {
  for (const migration of migrations) migration(sql)
  sql.exec(`PRAGMA user_version = ${migrations.length}`)
}

/**
 * Brings an existing file to the newest version, with a copy of it before each step (`clavis.db.before-N`).
 * @throws `store-too-new`, `store-damaged`; the system's or SQLite's error: then the file is as before
 */
export function migrate(sql: DatabaseSync, path: string, steps: readonly Migration[] = migrations): void {
  requireKnownVersion(sql, path, steps.length)
  for (let version = versionOf(sql); version < steps.length; version = versionOf(sql)) {
    copyBefore(sql, path, version + 1)
    sql.exec('BEGIN IMMEDIATE')
    try {
      // Another process may have been faster.
      if (versionOf(sql) === version) {
        steps[version]?.(sql)
        sql.exec(`PRAGMA user_version = ${version + 1}`)
      }
      sql.exec('COMMIT')
    } catch (error) {
      if (sql.isTransaction) sql.exec('ROLLBACK')
      throw error
    }
  }
}

/**
 * Makes sure that this Clavis understands the file.
 * @throws `store-too-new` if a newer one wrote it; `store-damaged` if none did
 */
export function requireKnownVersion(sql: DatabaseSync, path: string, known: number = migrations.length): void {
  const version = versionOf(sql)
  // A file is created with its tables: one without is cut or of another program.
  if (version < 1) throw damaged(path, new Error(`It has version ${version}.`))
  if (version > known)
    throw new ClavisError('store-too-new', 'A newer version of Clavis saved this data. Nothing was changed.', {
      hint: `Update Clavis, or use a copy from before the update: ${path}.before-${known + 1}, if there is one.`,
      details: { path, version, understood: known },
    })
}

function versionOf(sql: DatabaseSync): number {
  return Number(sql.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** Copies the file as it is, under its final name only when the copy is complete. */
function copyBefore(sql: DatabaseSync, path: string, version: number): void {
  const copy = `${path}.before-${version}`
  if (existsSync(copy) && statSync(copy).size > 0) return
  const temporary = `${copy}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  sql.prepare('VACUUM INTO ?').run(temporary)
  renameSync(temporary, copy)
}
