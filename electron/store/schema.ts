import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ClavisError } from '#shared/errors.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { damaged, isBusy } from './store-failure.ts'

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

const viewsTrigger = `CREATE TRIGGER list_views_removed AFTER DELETE ON profiles BEGIN
      DELETE FROM list_views WHERE profile_id = OLD.id;
      DELETE FROM list_states WHERE profile_id = OLD.id;
    END`

/** Adds saved views, and how each list was left. Both are of a profile, and removed with it. */
const addViews: Migration = (sql) =>
  sql.exec(`
    CREATE TABLE list_views (id TEXT PRIMARY KEY, profile_id TEXT NOT NULL, content TEXT NOT NULL) STRICT;
    CREATE INDEX list_views_profile ON list_views (profile_id);
    CREATE TABLE list_states (
      profile_id TEXT NOT NULL, list TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (profile_id, list)
    ) STRICT;
    ${viewsTrigger};
  `)

/**
 * Adds what decisions about credentials depend on, which were read from their histories before: the keys that a profile got on this
 * computer, and what was retired here.
 */
const addCredentialStates: Migration = (sql) => {
  sql.exec(`
    CREATE TABLE own_keys (
      profile_id TEXT NOT NULL, fingerprint TEXT NOT NULL, PRIMARY KEY (profile_id, fingerprint)
    ) STRICT;
    CREATE TABLE retired_credentials (
      profile_id TEXT NOT NULL, credential_id TEXT NOT NULL, fingerprint TEXT, sha256 TEXT, retired_at TEXT NOT NULL,
      PRIMARY KEY (profile_id, credential_id)
    ) STRICT;
  `)
  readCredentialStates(sql)
}

/**
 * Reads from profiles that were stored without them which keys they got, and what they retired. A history that is full may have
 * lost how a credential came: then only its key proves that it is the profile's.
 */
function readCredentialStates(sql: DatabaseSync): void {
  sql.exec(`
    INSERT OR IGNORE INTO own_keys
      SELECT p.id, c.value ->> 'publicKeyFingerprint' FROM profiles p, json_each(p.content, '$.credentials') c
      WHERE json_array_length(p.content, '$.history') < 2000 AND NOT EXISTS (
        SELECT 1 FROM json_each(p.content, '$.history') h
        WHERE h.value ->> 'kind' = 'restored' AND h.value ->> 'credentialId' = c.value ->> 'id'
      );
    INSERT OR IGNORE INTO retired_credentials
      SELECT p.id, c.value ->> 'id', c.value ->> 'publicKeyFingerprint', c.value ->> '$.certificate.thumbprint.sha256', c.value ->> 'retiredAt'
      FROM profiles p, json_each(p.content, '$.credentials') c WHERE c.value ->> 'state' = 'retired';
    INSERT OR IGNORE INTO retired_credentials
      SELECT p.id, h.value ->> 'credentialId', NULL, NULL, max(h.value ->> 'at')
      FROM profiles p, json_each(p.content, '$.history') h WHERE h.value ->> 'kind' = 'retired' AND NOT EXISTS (
        SELECT 1 FROM json_each(p.content, '$.credentials') c WHERE c.value ->> 'id' = h.value ->> 'credentialId'
      ) GROUP BY p.id, h.value ->> 'credentialId';
  `)
}

const watchesTriggers = [
  `CREATE TRIGGER watches_profile_removed AFTER DELETE ON profiles BEGIN
      DELETE FROM watches WHERE profile_id = OLD.id;
    END`,
  `CREATE TRIGGER watches_view_removed AFTER DELETE ON list_views BEGIN
      DELETE FROM watches WHERE view_id = OLD.id;
    END`,
  `CREATE TRIGGER watches_removed AFTER DELETE ON watches BEGIN
      DELETE FROM watch_loads WHERE watch_id = OLD.id;
      DELETE FROM watch_notices WHERE watch_id = OLD.id;
    END`,
] as const

/**
 * Adds watched lists with their histories and warnings. A watch is of a profile, and of a saved view if it has one, and removed with
 * it. A warning that was not shown yet is not `shown` on the desktop of this computer.
 */
const addWatches: Migration = (sql) =>
  sql.exec(`
    CREATE TABLE watches (id TEXT PRIMARY KEY, profile_id TEXT NOT NULL, list TEXT NOT NULL, view_id TEXT, content TEXT NOT NULL) STRICT;
    CREATE TABLE watch_loads (
      number INTEGER PRIMARY KEY, watch_id TEXT NOT NULL, at TEXT NOT NULL, content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX watch_loads_watch ON watch_loads (watch_id, number);
    CREATE TABLE watch_notices (
      number INTEGER PRIMARY KEY, watch_id TEXT NOT NULL, shown INTEGER NOT NULL, content TEXT NOT NULL
    ) STRICT;
    ${watchesTriggers.join(';\n    ')};
  `)

/** All triggers. */
const triggers: readonly string[] = [viewsTrigger, ...watchesTriggers]

/** The migration to each version, from version 1 on. A released one never changes. */
export const migrations: readonly Migration[] = [createTables, nameContents, addViews, addCredentialStates, addWatches]

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
    const temporary = copyOf(sql, path, version + 1)
    try {
      sql.exec('BEGIN IMMEDIATE')
      // Another process may have been faster: then the copy may be one of the new version.
      if (versionOf(sql) === version) {
        renameSync(temporary, `${path}.before-${version + 1}`)
        steps[version]?.(sql)
        sql.exec(`PRAGMA user_version = ${version + 1}`)
      }
      sql.exec('COMMIT')
    } catch (error) {
      if (sql.isTransaction) sql.exec('ROLLBACK')
      throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  }
}

/**
 * Makes sure that this Clavis understands the file.
 * @throws `store-too-new` if a newer one wrote it; `store-damaged` if none did
 */
export function requireKnownVersion(sql: DatabaseSync, path: string, known: number = migrations.length): void {
  const version = versionOf(sql)
  // Clavis creates a file together with its tables: one without tables was cut or is another program's.
  if (version < 1) throw damaged(path, new Error(`It has version ${version}.`))
  if (version > known)
    throw new ClavisError('store-too-new', 'A newer version of Clavis saved this data. Nothing was changed.', {
      hint: `Update Clavis, or use a copy from before the update: ${path}.before-${known + 1}, if there is one.`,
      details: { path, version, understood: known },
    })
}

/**
 * Makes sure that a file has no trigger or view other than Clavis's own: they would run with each change that Clavis makes.
 * @throws `store-damaged`
 */
export function requireOwnSchema(sql: DatabaseSync, path: string): void {
  const found = sql.prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')").all()
  const foreign = found.find((each) => !triggers.includes(String(each['sql'])))
  if (foreign !== undefined)
    throw damaged(path, new Error(`It has a trigger or view that Clavis did not create: ${String(foreign['name'])}.`))
}

/**
 * Makes sure that a folder without a database has no profiles in JSON files, from before Clavis had a database: Clavis would
 * start without them.
 * @throws `store-damaged`, with the command that converts them
 */
export function requireNoJsonFiles(folder: string): void {
  if (!existsSync(join(folder, 'profiles.json'))) return
  const message = `The profiles in ${folder} are in JSON files of a version from before November 26, 2026. Nothing was changed.`
  throw new ClavisError('store-damaged', message, {
    hint: 'Run this command once in a checkout of Clavis to convert them, then return to the current version with git checkout -.',
    // The last commit that reads them.
    command: `git checkout 1de82b54 && npm run clavis -- profile list --data-dir ${shownWord(folder)}`,
    details: { path: folder },
  })
}

function versionOf(sql: DatabaseSync): number {
  return Number(sql.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** Copies the file as it is to a temporary file that only its owner may read. Returns its path. */
function copyOf(sql: DatabaseSync, path: string, version: number): string {
  const temporary = `${path}.before-${version}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  try {
    // SQLite writes into an empty file, and would create one with the umask's mode.
    closeSync(openSync(temporary, 'wx', 0o600))
    sql.prepare('VACUUM INTO ?').run(temporary)
    return temporary
  } catch (error) {
    // On a full disk, the copy would take the space that everything else needs.
    for (const name of [temporary, `${temporary}-journal`]) rmSync(name, { force: true })
    throw error
  }
}

/** Whether a file of the data folder is a copy from before a migration. */
export function isCopy(name: string): boolean {
  return /^clavis\.db\.before-\d+$/u.test(name)
}

/** Removes all activity from the copies from before migrations. A damaged copy is removed: it helps no one. @throws SQLite's error */
export function clearActivityOfCopies(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder).filter(isCopy)) {
    const sql = new DatabaseSync(join(folder, name))
    try {
      sql.exec('PRAGMA secure_delete = ON; DELETE FROM activity')
    } catch (error) {
      if (isBusy(error)) throw error
      rmSync(join(folder, name))
    } finally {
      sql.close()
    }
  }
}
