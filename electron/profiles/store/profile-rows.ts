import type { DatabaseSync } from 'node:sqlite'
import { Listeners } from '../../events.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { parseContent } from '../../store/stored-document.ts'
import { storedProfileSchema, type StoredProfile } from './stored-profile.ts'

/** A row's text and what it was parsed to: most rows are the same at the next read. */
interface Row {
  readonly content: string
  readonly stored: StoredProfile
}

/**
 * Reads and changes the rows of the profiles. Window and command line may use them at the same time: each change starts from the
 * current rows. Unchanged profiles stay the same objects.
 */
export class ProfileRows {
  readonly #database: Database
  readonly #changes = new Listeners<[profileIds: readonly string[]]>()
  /** The stored rows as of the last read or change, in creation order; undefined before the first. */
  #rows: ReadonlyMap<string, Row> | undefined
  /** Every row as it was parsed last. */
  #parsed = new Map<string, Row>()
  #unsubscribe: (() => void) | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Returns all profiles in creation order.
   * @param within also what this change has not stored yet
   * @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed`
   */
  async profiles(within?: Transaction): Promise<readonly StoredProfile[]> {
    if (within !== undefined) return profilesOf(this.#read(within.sql))
    return this.#database.readKept('profiles', (sql) => profilesOf(this.#refresh(sql)))
  }

  /** Returns one profile, undefined if there is none: reads no other. @throws what {@link profiles} throws */
  async profile(id: string, within?: Transaction): Promise<StoredProfile | undefined> {
    if (within !== undefined) return this.#readOne(within.sql, id)?.stored
    return this.#database.readKept(`profile ${id}`, (sql) => {
      const row = this.#readOne(sql, id)
      // Who listens learns of a change from the first read that sees it.
      if (this.#rows !== undefined && row !== this.#rows.get(id)) this.#refresh(sql)
      return row?.stored
    })
  }

  /** Changes the current profiles; new ones come last. @throws what {@link Database.change} throws */
  change(
    change: (current: readonly StoredProfile[]) => readonly StoredProfile[],
    within?: Transaction,
  ): Promise<readonly StoredProfile[]> {
    return this.#database.change(({ sql, onCommit }) => {
      const before = this.#read(sql)
      const rows = new Map(
        change(profilesOf(before)).map((stored): [string, Row] => {
          const same = before.get(stored.profile.id)
          return [stored.profile.id, same?.stored === stored ? same : rowOf(stored)]
        }),
      )
      for (const id of before.keys()) if (!rows.has(id)) sql.prepare('DELETE FROM profiles WHERE id = ?').run(id)
      for (const [id, row] of rows) if (row !== before.get(id)) write(sql, id, row)
      onCommit(() => this.#store(rows, this.#rows ?? before))
      return profilesOf(rows)
    }, within)
  }

  /**
   * Reports ids of profiles that were created, changed (or their credentials) or removed by this or another process.
   * @returns the unsubscribe
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    // The next call fails with the same error, and is the one to report it.
    const refresh = (): void => void this.profiles().catch(() => undefined)
    const unsubscribe = this.#changes.add(listener)
    this.#unsubscribe ??= this.#database.onChange(refresh)
    if (this.#rows !== undefined) refresh()
    return unsubscribe
  }

  /** Stops reporting changes. */
  end(): void {
    this.#changes.clear()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #refresh(sql: DatabaseSync): ReadonlyMap<string, Row> {
    const rows = this.#read(sql)
    this.#store(rows)
    return rows
  }

  #read(sql: DatabaseSync): ReadonlyMap<string, Row> {
    const found = sql.prepare('SELECT id, content FROM profiles ORDER BY position').all()
    return new Map(
      found.map(({ id, content }): [string, Row] => [String(id), this.#parse(String(id), String(content))]),
    )
  }

  #readOne(sql: DatabaseSync, id: string): Row | undefined {
    const found = sql.prepare('SELECT content FROM profiles WHERE id = ?').get(id)
    return found && this.#parse(id, String(found['content']))
  }

  #parse(id: string, content: string): Row {
    const known = this.#parsed.get(id)
    if (known?.content === content) return known
    const stored = parseContent(this.#database.path, () => storedProfileSchema.parse(JSON.parse(content)))
    const row = { content, stored }
    this.#parsed.set(id, row)
    return row
  }

  /** @param before what was known until now */
  #store(rows: ReadonlyMap<string, Row>, before = this.#rows): void {
    this.#rows = rows
    this.#parsed = new Map(rows)
    if (before === undefined) return
    const changed = [...rows].filter(([id, { content }]) => content !== before.get(id)?.content).map(([id]) => id)
    const removed = [...before.keys()].filter((id) => !rows.has(id))
    if (changed.length + removed.length > 0) this.#changes.notify([...changed, ...removed])
  }
}

function profilesOf(rows: ReadonlyMap<string, Row>): StoredProfile[] {
  return [...rows.values()].map(({ stored }) => stored)
}

/** Formats a row, with what reading it back gives: what is computed from certificates follows the settings. */
function rowOf(changed: StoredProfile): Row {
  const content = JSON.stringify(changed)
  return { content, stored: storedProfileSchema.parse(JSON.parse(content)) }
}

function write(sql: DatabaseSync, id: string, { content }: Row): void {
  sql
    .prepare(
      `INSERT INTO profiles (id, position, content) VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM profiles), ?)
       ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
    )
    .run(id, content)
}
