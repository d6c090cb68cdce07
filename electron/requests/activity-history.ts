import type { ErrorValue } from '#shared/errors.ts'
import type { ActivityEntry, ActivityFormat } from '#shared/requests/activity.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import { clearActivityQuestion } from '../profiles/guards/confirmation-messages.ts'
import { activityAsHar } from './activity-har.ts'
import type { ActivityLog } from './activity-log.ts'
import type { KeptActivity, StoredActivity } from './stored-activity.ts'

interface Options {
  readonly log: ActivityLog
  readonly stored: StoredActivity
}

interface Question {
  readonly profileId?: string | undefined
  readonly limit: number
}

/** How many entries from before this start are shown: the newest. All are exported. */
const shownPast = 5000

/** Returns the activity: since this start from memory, before it from disk. */
export class ActivityHistory {
  readonly #log: ActivityLog
  readonly #stored: StoredActivity
  readonly #cleared = new Listeners()
  /** Calls a listener after all entries were removed. Returns the unsubscribe function. */
  readonly onClear = this.#cleared.add
  /** Entries from before this start, oldest first; read on first use. */
  #past: Promise<readonly ActivityEntry[]> | undefined

  constructor({ log, stored }: Options) {
    this.#log = log
    this.#stored = stored
    log.onAdd((entries) => {
      for (const entry of entries) stored.add(entry)
    })
  }

  /** Lists entries, newest first. @throws `disk-failed` */
  async list({ profileId, limit }: Question): Promise<ActivityEntry[]> {
    this.#past ??= this.#readPast()
    const past = (await this.#past).filter((entry) => profileId === undefined || entry.profileId === profileId)
    // After the past: an entry may be added while that is read.
    const live = this.#log.list({ profileId, limit })
    return [...live, ...past.slice(-limit).reverse()].slice(0, limit)
  }

  /** Returns an entry by its id; undefined if it was removed. @throws `disk-failed` */
  async entry(id: number): Promise<ActivityEntry | undefined> {
    this.#past ??= this.#readPast()
    return this.#log.find(id) ?? (await this.#past).find((entry) => entry.id === id)
  }

  /** Returns why entries can't be stored on disk at present. */
  failure(): ErrorValue | undefined {
    return this.#stored.failure?.toValue()
  }

  /**
   * Formats every stored entry as the text of a file.
   * @returns the text and its number of entries
   * @throws `disk-failed`
   */
  async export(profileId: string | undefined, format: ActivityFormat): Promise<{ text: string; lines: number }> {
    const kept: KeptActivity[] = []
    for await (const line of this.#stored.entries())
      if (profileId === undefined || line.profileId === profileId) kept.push(line)
    if (format === 'jsonl')
      return { text: kept.map((line) => `${JSON.stringify(line)}\n`).join(''), lines: kept.length }
    const { text, entries } = activityAsHar(kept)
    return { text, lines: entries }
  }

  /** Removes all entries, also on disk. @param confirm asks first @throws `disk-failed`; what `confirm` throws */
  async clear(confirm: Confirm = refuseConfirmation): Promise<void> {
    await confirm(clearActivityQuestion())
    this.#log.clear()
    this.#past = Promise.resolve([])
    await this.#stored.clear()
    this.#cleared.notify()
  }

  /** Writes pending entries. */
  end(): Promise<void> {
    return this.#stored.flush()
  }

  /** Reads the entries from before this start; later ones are in memory. */
  async #readPast(): Promise<readonly ActivityEntry[]> {
    const past: KeptActivity[] = []
    for await (const kept of this.#stored.entries(true)) {
      past.push(kept)
      if (past.length > shownPast * 2) past.splice(0, shownPast)
    }
    return past.slice(-shownPast).map((kept, index) => ({ ...kept, id: index + 1 }))
  }
}
