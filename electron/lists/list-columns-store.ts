import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import {
  type ColumnLayout,
  columnLayoutSchema,
  knownColumnSchema,
  type ListColumns,
  plainLayout,
} from '#shared/lists/list-columns.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { instantSchema } from '#shared/profiles/profile.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Database } from '../store/database.ts'
import { parseContent } from '../store/stored-document.ts'
import { columnDifference, isDifferent, withKnownTypes } from './column-change.ts'
import type { DatasetRegistry } from './loading/dataset-registry.ts'

const loadSchema = z.strictObject({ at: instantSchema, columns: z.array(knownColumnSchema) })

/** What is stored for one list of one profile. */
export const keptListSchema = z.strictObject({
  layout: columnLayoutSchema,
  /** The last complete load, and the one that the person last saw: its differences to `last` are still to be shown. */
  last: loadSchema.optional(),
  seen: loadSchema.optional(),
})
export type KeptList = z.infer<typeof keptListSchema>

interface Options {
  readonly database: Database
  readonly profiles: Pick<ProfileStore, 'list'>
  readonly now: () => number
}

export interface ListPlace {
  readonly profileId: string
  readonly list: ListName
}

/** Stores how each list's columns are arranged and which columns its last complete load had. */
export class ListColumnsStore {
  readonly #database: Database
  readonly #profiles: Options['profiles']
  readonly #now: () => number
  readonly #listeners = new Set<(place: ListPlace) => void>()

  constructor({ database, profiles, now }: Options) {
    this.#database = database
    this.#profiles = profiles
    this.#now = now
  }

  /** @throws `store-damaged`, `disk-failed` */
  async read(place: ListPlace): Promise<ListColumns> {
    const kept = await this.#database.read((sql) => this.#read(sql, place))
    if (kept === undefined) return { layout: plainLayout }
    const { layout, seen, last } = kept
    if (seen === undefined || last === undefined) return { layout }
    const difference = columnDifference(seen.columns, last.columns)
    return isDifferent(difference) ? { layout, change: { since: seen.at, ...difference } } : { layout }
  }

  /** Saves the person's column layout. */
  async changeLayout(place: ListPlace, layout: ColumnLayout): Promise<void> {
    await this.#change(place, (kept) => ({ ...kept, layout }))
  }

  /** Marks the column changes as seen, so that they are no longer shown. */
  async dismissChange(place: ListPlace): Promise<void> {
    await this.#change(place, ({ seen: _seen, ...kept }) =>
      kept.last === undefined ? kept : { ...kept, seen: kept.last },
    )
  }

  /** Saves the columns of a complete load. A load without records doesn't change the columns. */
  async remember(place: ListPlace, { columns, records }: Pick<DatasetSummary, 'columns' | 'records'>): Promise<void> {
    if (records === 0) return
    const at = new Date(this.#now()).toISOString()
    await this.#change(place, (kept) => {
      const found = columns.map(({ path, type }) => ({ path, type }))
      const last = { at, columns: withKnownTypes(found, kept.last?.columns ?? []) }
      const isUnseen = kept.seen !== undefined && isDifferent(columnDifference(kept.seen.columns, last.columns))
      return { ...kept, last, seen: isUnseen ? kept.seen : last }
    })
  }

  /**
   * Saves the columns of each load that completes. A snapshot that is complete when it is opened is not a new load.
   * @param onFault called with the error if columns can't be saved
   * @returns the unsubscribe function
   */
  follow(datasets: Pick<DatasetRegistry, 'onProgress' | 'find'>, onFault: (error: unknown) => void): () => void {
    const loading = new Set<string>()
    return datasets.onProgress((summary) => {
      const { datasetId, list, state } = summary
      if (state.kind === 'loading') loading.add(datasetId)
      const profileId = datasets.find(datasetId)?.profileId
      if (state.kind !== 'complete' || profileId === undefined || !loading.delete(datasetId)) return
      this.remember({ profileId, list }, summary).catch(onFault)
    })
  }

  /** Calls a listener when the columns of a list change. Returns the unsubscribe function. */
  onChange(listener: (place: ListPlace) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #change(place: ListPlace, change: (kept: KeptList) => KeptList): Promise<void> {
    await this.#database.change(async (within) => {
      const { sql, onCommit } = within
      const { layout, last, seen } = change(this.#read(sql, place) ?? { layout: plainLayout })
      writeListColumns(sql, place, { layout, last, seen })
      // Drops lists of deleted profiles with the next change.
      const profiles = (await this.#profiles.list(within)).map(({ profile }) => profile.id)
      sql
        .prepare('DELETE FROM list_columns WHERE profile_id NOT IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify([...profiles, place.profileId]))
      onCommit(() => {
        for (const listener of this.#listeners) listener(place)
      })
    })
  }

  #read(sql: DatabaseSync, { profileId, list }: ListPlace): KeptList | undefined {
    const row = sql.prepare('SELECT content FROM list_columns WHERE profile_id = ? AND list = ?').get(profileId, list)
    if (row === undefined) return undefined
    return parseContent(this.#database.path, () => keptListSchema.parse(JSON.parse(String(row['content']))))
  }
}

/** Stores what is known about one list's columns. */
export function writeListColumns(sql: DatabaseSync, { profileId, list }: ListPlace, kept: KeptList): void {
  sql
    .prepare('INSERT OR REPLACE INTO list_columns (profile_id, list, content) VALUES (?, ?, ?)')
    // Nothing is stored that can't be read back.
    .run(profileId, list, JSON.stringify(keptListSchema.parse(kept)))
}
