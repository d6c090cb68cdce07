import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { errorValueSchema } from '#shared/error-value.ts'
import { ClavisError } from '#shared/errors.ts'
import { snoozeSchema } from '#shared/expiry/warning-schemas.ts'
import { snapshotIdSchema } from '#shared/lists/snapshot.ts'
import { instantSchema } from '#shared/profiles/profile.ts'
import {
  watchedPlaceSchema,
  watchIdSchema,
  watchLoadSchema,
  watchNoticeSchema,
  watchSettingsSchema,
  type WatchLoad,
  type WatchNotice,
} from '#shared/watches/watch.ts'
import { loadBasisSchema } from '../lists/loading/list-pages.ts'
import { parseContent } from '../store/stored-document.ts'

/** The loads of a watch that its history shows, and its notices that wait for a person. */
const maxHistory = 1000
const maxNotices = 20

/** Durations from which is computed how long a load usually takes. */
export const usualDurations = 10

/** What is stored of a watch: what a person chose, and what the next load depends on. */
const storedWatchSchema = z.strictObject({
  id: watchIdSchema,
  ...watchedPlaceSchema.shape,
  settings: watchSettingsSchema,
  isOn: z.boolean(),
  createdAt: instantSchema,
  /** When a person agreed to loads of a Production profile, and what it loaded from then. */
  agreed: z.strictObject({ at: instantSchema, basis: loadBasisSchema }).optional(),
  /** When the last attempt started. */
  lastAt: instantSchema.optional(),
  paused: z.strictObject({ since: instantSchema, error: errorValueSchema }).optional(),
  snooze: snoozeSchema.optional(),
  /** The load that the next one is compared with. */
  before: z.strictObject({ snapshotId: snapshotIdSchema, basis: loadBasisSchema }).optional(),
  /** Of the latest complete loads, milliseconds. */
  durations: z.array(z.int().min(0)).max(usualDurations),
  /** The lasting conditions that hold and that a person was warned about. */
  warned: z.array(z.enum(['above', 'below', 'failed', 'slow'])),
})
export type StoredWatch = z.infer<typeof storedWatchSchema>

/** What a notice names besides the place of its watch. */
const storedNoticeSchema = watchNoticeSchema.pick({ at: true, tone: true, title: true, text: true })
type StoredNotice = z.infer<typeof storedNoticeSchema>

/** Reads and writes the rows of watches, their loads and their notices. */
export class WatchRows {
  readonly #sql: DatabaseSync
  readonly #path: string

  /** @param path the database's, for messages */
  constructor(sql: DatabaseSync, path: string) {
    this.#sql = sql
    this.#path = path
  }

  all(): StoredWatch[] {
    return this.#sql
      .prepare('SELECT content FROM watches')
      .all()
      .map((row) => this.#parsed(storedWatchSchema, row))
  }

  find(watchId: string): StoredWatch | undefined {
    const row = this.#sql.prepare('SELECT content FROM watches WHERE id = ?').get(watchId)
    return row && this.#parsed(storedWatchSchema, row)
  }

  /** @throws `input-invalid` if it was removed */
  get(watchId: string): StoredWatch {
    const watch = this.find(watchId)
    if (watch === undefined) throw watchRemoved()
    return watch
  }

  /** Stores a watch; one of a profile that is gone, or of a view that is gone or another profile's, is not stored. */
  write(watch: StoredWatch): void {
    const { id, profileId, list, viewId } = watch
    this.#sql
      .prepare(
        `INSERT INTO watches (id, profile_id, list, view_id, content)
         SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM profiles WHERE id = ?2)
           AND (?4 IS NULL OR EXISTS (SELECT 1 FROM list_views WHERE id = ?4 AND profile_id = ?2))
         ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
      )
      .run(id, profileId, list, viewId ?? null, JSON.stringify(storedWatchSchema.parse(watch)))
  }

  /** Removes a watch with its loads and notices. */
  remove(watchId: string): void {
    this.#sql.prepare('DELETE FROM watches WHERE id = ?').run(watchId)
  }

  /** Adds a load, and forgets the oldest ones. */
  addLoad(watchId: string, load: WatchLoad): void {
    this.#sql
      .prepare('INSERT INTO watch_loads (watch_id, at, content) VALUES (?, ?, ?)')
      .run(watchId, load.at, JSON.stringify(watchLoadSchema.parse(load)))
    this.#cut('watch_loads', watchId, maxHistory)
  }

  /** Returns the latest loads, newest first. */
  loads(watchId: string, limit = maxHistory): WatchLoad[] {
    const select = 'SELECT content FROM watch_loads WHERE watch_id = ? ORDER BY number DESC LIMIT ?'
    return this.#sql
      .prepare(select)
      .all(watchId, limit)
      .map((row) => this.#parsed(watchLoadSchema, row))
  }

  addNotice(watchId: string, notice: StoredNotice): void {
    this.#sql
      .prepare('INSERT INTO watch_notices (watch_id, shown, content) VALUES (?, 0, ?)')
      .run(watchId, JSON.stringify(storedNoticeSchema.parse(notice)))
    this.#cut('watch_notices', watchId, maxNotices)
  }

  /** Returns the notices that were not dismissed, newest first. @param isUnshown only those that no desktop has shown */
  notices(isUnshown = false): WatchNotice[] {
    return this.#sql
      .prepare(
        `SELECT notice.number, notice.content AS notice, watch.content FROM watch_notices notice
         JOIN watches watch ON watch.id = notice.watch_id WHERE shown <= ? ORDER BY notice.number DESC`,
      )
      .all(isUnshown ? 0 : 1)
      .map((row) => {
        const { id: watchId, profileId, list, viewId } = this.#parsed(storedWatchSchema, row)
        const notice = this.#parsed(storedNoticeSchema, { content: row['notice'] })
        return { id: String(row['number']), watchId, profileId, list, viewId, ...notice }
      })
  }

  /** Marks every notice as shown on the desktop, so that no process shows it again. */
  markShown(): void {
    this.#sql.exec('UPDATE watch_notices SET shown = 1 WHERE shown = 0')
  }

  dismiss(watchId: string): void {
    this.#sql.prepare('DELETE FROM watch_notices WHERE watch_id = ?').run(watchId)
  }

  #cut(table: 'watch_loads' | 'watch_notices', watchId: string, kept: number): void {
    this.#sql
      .prepare(
        `DELETE FROM ${table} WHERE watch_id = ?1 AND number <=
         (SELECT number FROM ${table} WHERE watch_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)`,
      )
      .run(watchId, kept)
  }

  /** Returns a text that differs once something that is shown has changed. */
  version(): string {
    const numbers = (table: string): unknown =>
      this.#sql.prepare(`SELECT max(number) AS last, count(*) AS count FROM ${table}`).get()
    const watches = this.#sql.prepare('SELECT content FROM watches').all()
    return JSON.stringify([watches, numbers('watch_notices'), numbers('watch_loads')])
  }

  #parsed<T>(schema: z.ZodType<T>, row: Record<string, unknown>): T {
    return parseContent(this.#path, () => schema.parse(JSON.parse(String(row['content']))))
  }
}

export function watchRemoved(): ClavisError {
  return new ClavisError('input-invalid', 'This watch was removed.', { hint: 'Watch the list again.' })
}
