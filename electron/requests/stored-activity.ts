import { ClavisError } from '#shared/errors.ts'
import { activityEntrySchema, type ActivityEntry } from '#shared/requests/activity.ts'
import { parsedJson } from '#shared/values/json.ts'
import type { Database } from '../store/database.ts'

/** An entry as it is stored: ids are assigned when it is read. */
export type KeptActivity = Omit<ActivityEntry, 'id'>

const keptActivitySchema = activityEntrySchema.omit({ id: true })

interface Options {
  readonly database: Database
  /** How many entries are kept: by default about 40 MB. */
  readonly limit?: number
}

/** How long entries are collected before they are stored, milliseconds. */
const collectMs = 500

/** Pages of a running load are stored this often, milliseconds, or this many at once: main's thread waits for the disk. */
const pagesMs = 10_000
const maxPages = 2000

/** Maximum number of entries that wait while they can't be stored. */
const maxWaiting = 10_000

/** How many entries are read at once. */
const batch = 1000

/**
 * Stores the activity. The window and commands add to it at the same time. Of more than 100,000 entries the oldest are
 * removed: by count, because a clock may jump.
 */
export class StoredActivity {
  readonly #database: Database
  readonly #limit: number
  #waiting: KeptActivity[] = []
  #timer: NodeJS.Timeout | undefined
  /** When entries were stored last, in `performance.now()` time. */
  #storedAt = Number.NEGATIVE_INFINITY
  #writing: Promise<void> = Promise.resolve()
  /** Number of the first entry that this process stored. */
  #firstOwn = Number.POSITIVE_INFINITY
  #failure: ClavisError | undefined

  constructor({ database, limit = 100_000 }: Options) {
    this.#database = database
    this.#limit = limit
  }

  /** Why the last entries could not be stored; undefined if they were. */
  get failure(): ClavisError | undefined {
    return this.#failure
  }

  /** Adds an entry, which is stored within half a second; further pages of a running load within ten seconds. */
  add({ id, ...kept }: ActivityEntry): void {
    this.#waiting.push(kept)
    this.#timer ??= setTimeout(() => this.#collect(), collectMs).unref()
  }

  /** Stores what was collected, or waits for more pages: several within half a second are of a load, not of a person. */
  #collect(): void {
    const { length } = this.#waiting
    const isLoading = length > 1 && length < maxPages && this.#waiting.every(isPage)
    if (isLoading && performance.now() - this.#storedAt < pagesMs) this.#timer?.refresh()
    else void this.flush()
  }

  /** Stores the collected entries. A failure is kept in {@link failure}: no request fails because of its entry. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#storedAt = performance.now()
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /**
   * Returns stored entries, oldest first; skips unreadable ones.
   * @param isEarlier only those from before the first of this process: by number, because a clock may jump
   * @throws `store-…`, `disk-failed`
   */
  async *entries(isEarlier = false): AsyncGenerator<KeptActivity> {
    await this.flush()
    for (let last = 0; ;) {
      const after = last
      const rows = await this.#database.read((sql) =>
        sql.prepare('SELECT number, content FROM activity WHERE number > ? ORDER BY number LIMIT ?').all(after, batch),
      )
      for (const row of rows) {
        last = Number(row['number'])
        if (isEarlier && last >= this.#firstOwn) return
        const kept = keptActivitySchema.safeParse(parsedJson(String(row['content'])))
        if (kept.success) yield kept.data
      }
      if (rows.length < batch) return
    }
  }

  /** Removes all entries, also from copies from before migrations. @throws `store-…`, `disk-failed` */
  async clear(): Promise<void> {
    this.#waiting = []
    await this.flush()
    await this.#database.clearActivity()
  }

  async #write(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    if (entries.length === 0) return
    const firstOwn = this.#firstOwn
    try {
      await this.#database.change(({ sql }) => {
        const insert = sql.prepare('INSERT INTO activity (at, profile_id, content) VALUES (?, ?, ?)')
        const numbers = entries.map((entry) =>
          Number(insert.run(entry.at, entry.profileId ?? null, JSON.stringify(entry)).lastInsertRowid),
        )
        this.#firstOwn = Math.min(firstOwn, ...numbers.slice(0, 1))
        sql.prepare('DELETE FROM activity WHERE number <= (SELECT max(number) FROM activity) - ?').run(this.#limit)
      })
      this.#failure = undefined
    } catch (error) {
      this.#firstOwn = firstOwn
      if (!(error instanceof ClavisError)) throw error
      // Keeps them until there is room, up to the maximum.
      this.#waiting = [...entries, ...this.#waiting].slice(-maxWaiting)
      this.#failure = error
    }
  }
}

/** Whether an entry is of a page that came without trouble. */
function isPage({ kind, outcome }: KeptActivity): boolean {
  return kind === 'list' && outcome === 'ok'
}
