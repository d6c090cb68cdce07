import type { ActivityEntry } from '#shared/requests/activity.ts'
import { Listeners } from '../events.ts'

/** How many entries are kept; the oldest are dropped. */
const capacity = 5000

/** The id of the first entry since this start; entries from before it have smaller ones. */
const firstLiveId = 1_000_000_000

/** An entry without its id, which the log assigns. */
export type NewActivity = Omit<ActivityEntry, 'id'>

/**
 * Holds what happened on the network and with keys, newest last, in memory. Entries must not contain secrets, tokens,
 * assertions, cursors or queries: they have no fields for them.
 */
export class ActivityLog {
  #entries: ActivityEntry[] = []
  #lastId = firstLiveId
  readonly #added = new Listeners<[entries: ActivityEntry[]]>()

  add(activity: NewActivity): void {
    this.#lastId += 1
    const entry = { ...activity, id: this.#lastId }
    this.#entries.push(entry)
    // Shortened in large steps, because moving thousands of entries for each new one would be slow.
    if (this.#entries.length >= capacity * 2) this.#entries = this.#entries.slice(-capacity)
    this.#added.notify([entry])
  }

  /** Lists entries, newest first. */
  list({ profileId, limit }: { readonly profileId?: string | undefined; readonly limit: number }): ActivityEntry[] {
    const kept = this.#entries.slice(-capacity)
    const wanted = profileId === undefined ? kept : kept.filter((entry) => entry.profileId === profileId)
    return wanted.slice(-limit).reverse()
  }

  /** Returns an entry by its id; undefined if it was dropped. */
  find(id: number): ActivityEntry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  clear(): void {
    this.#entries = []
  }

  /** Calls a listener with new entries. Returns the unsubscribe function. */
  readonly onAdd = this.#added.add
}
