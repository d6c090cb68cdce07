import { dayMs } from '#shared/values/local-day.ts'
import { awkwardRecord } from './awkward-records.ts'
import { BelievableLists } from './believable-lists.ts'
import type { ListContent, PracticeList } from './practice-lists.ts'

const hourMs = 3_600_000
export interface RecordSettings {
  /** Number of reports; with awkward data, number of records in each list. */
  readonly count: number
  /** Whether to serve edge-case records (deterministic) instead of believable ones. */
  readonly isAwkward: boolean
  /** How many days the believable data is ahead of today. */
  readonly daysAhead: number
}

export class PracticeRecords {
  settings: RecordSettings
  readonly #now: () => number
  #believable: BelievableLists | undefined

  constructor(settings: RecordSettings, now: () => number) {
    this.settings = settings
    this.#now = now
  }

  /** Returns the moment whose records a load gets from its first page to its last, milliseconds since the epoch. */
  moment(): number {
    return Math.floor(this.#now() / hourMs) * hourMs + this.settings.daysAhead * dayMs
  }

  list(list: PracticeList, moment: number): ListContent {
    const { count, isAwkward } = this.settings
    if (isAwkward) return { count, text: (index) => awkwardRecord(list, index) }
    if (this.#believable?.isOf(count, moment) !== true) this.#believable = new BelievableLists(count, moment)
    return this.#believable.list(list)
  }
}
