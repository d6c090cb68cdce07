import type { ActivityEntry, ActivityFormat } from '../../shared/model/activity/activity.ts'
import type { ErrorValue } from '../../shared/model/errors/error.ts'
import { activityAsHar } from './activity-har.ts'
import type { ActivityFile, KeptActivity } from './activity-file.ts'
import type { ActivityLog } from './activity-log.ts'

interface Options {
  readonly log: ActivityLog
  readonly file: ActivityFile
  readonly now: () => number
}

interface Question {
  readonly profileId?: string | undefined
  readonly limit: number
}

/** How many lines from before this start are shown: the newest. All are exported. */
const shownPast = 5000

/** What happened on the network and with keys: since this start from memory, before it from the disk. */
export class ActivityHistory {
  readonly #log: ActivityLog
  readonly #file: ActivityFile
  readonly #startedAt: number
  /** From before this start, oldest first; read when it is first asked for. */
  #past: Promise<readonly ActivityEntry[]> | undefined

  constructor({ log, file, now }: Options) {
    this.#log = log
    this.#file = file
    this.#startedAt = now()
    log.onAdd((entries) => {
      for (const entry of entries) file.add(entry)
    })
  }

  /** The newest lines first. @throws `disk-failed` */
  async list({ profileId, limit }: Question): Promise<ActivityEntry[]> {
    this.#past ??= this.#readPast()
    const live = this.#log.list({ profileId, limit })
    const past = (await this.#past).filter((entry) => profileId === undefined || entry.profileId === profileId)
    return [...live, ...past.slice(-limit).reverse()].slice(0, limit)
  }

  /** Why lines are not kept on the disk at present. */
  failure(): ErrorValue | undefined {
    return this.#file.failure?.toValue()
  }

  /**
   * Every kept line as the text of a file.
   * @returns how many lines it has
   * @throws `disk-failed`
   */
  async export(profileId: string | undefined, format: ActivityFormat): Promise<{ text: string; lines: number }> {
    const kept: KeptActivity[] = []
    for await (const line of this.#file.lines())
      if (profileId === undefined || line.profileId === profileId) kept.push(line)
    if (format === 'jsonl')
      return { text: kept.map((line) => `${JSON.stringify(line)}\n`).join(''), lines: kept.length }
    const { text, entries } = activityAsHar(kept)
    return { text, lines: entries }
  }

  /** Forgets everything, on the disk too. @throws `disk-failed` */
  async clear(): Promise<void> {
    this.#log.clear()
    this.#past = Promise.resolve([])
    await this.#file.clear()
  }

  /** Writes what was not written yet. */
  end(): Promise<void> {
    return this.#file.flush()
  }

  /** Lines from before this start: later ones are in memory. */
  async #readPast(): Promise<readonly ActivityEntry[]> {
    const past: KeptActivity[] = []
    for await (const kept of this.#file.lines()) {
      if (Date.parse(kept.at) >= this.#startedAt) continue
      past.push(kept)
      if (past.length > shownPast * 2) past.splice(0, shownPast)
    }
    return past.slice(-shownPast).map((kept, index) => ({ ...kept, id: index + 1 }))
  }
}
