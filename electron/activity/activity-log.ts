import type { ActivityEntry } from '../../shared/model/activity/activity.ts'

/** How many lines are kept: the oldest go first. */
const capacity = 5000

/** The number of the first line since this start: lines from before it have smaller ones. */
const firstLiveId = 1_000_000_000

/** A line as it is added; the log numbers it. */
export type NewActivity = Omit<ActivityEntry, 'id'>

/**
 * What happened on the network and with keys, newest last, in memory. Whoever adds a line leaves out secrets, tokens,
 * assertions, cursors and queries: the entry has no member for them.
 */
export class ActivityLog {
  #entries: ActivityEntry[] = []
  #lastId = firstLiveId
  readonly #listeners = new Set<(entries: ActivityEntry[]) => void>()

  add(activity: NewActivity): void {
    this.#lastId += 1
    const entry = { ...activity, id: this.#lastId }
    this.#entries.push(entry)
    // Shortened in large steps: moving thousands of lines for each new one would cost more than they do.
    if (this.#entries.length >= capacity * 2) this.#entries = this.#entries.slice(-capacity)
    for (const listener of this.#listeners) listener([entry])
  }

  /** The newest lines first. */
  list({ profileId, limit }: { readonly profileId?: string | undefined; readonly limit: number }): ActivityEntry[] {
    const kept = this.#entries.slice(-capacity)
    const wanted = profileId === undefined ? kept : kept.filter((entry) => entry.profileId === profileId)
    return wanted.slice(-limit).reverse()
  }

  clear(): void {
    this.#entries = []
  }

  /** Tells each new line. Answers the unsubscribe. */
  onAdd(listener: (entries: ActivityEntry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
