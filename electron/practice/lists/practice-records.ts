import { dayMs } from '#shared/values/local-day.ts'
import { awkwardRecord } from './awkward-records.ts'
import { configurationCount, configurationRecord, groupCount, groupRecord } from './configurations.ts'
import type { ListContent, PracticeList } from './practice-lists.ts'
import { ReportHours } from './report-hours.ts'
import { reportRecord } from './report.ts'

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

/**
 * The lists as a company would have them at a moment. A day later there are new reports, others have made progress, and
 * the oldest are gone.
 */
export class BelievableLists {
  readonly #reports: number
  readonly #moment: number
  readonly #hours: ReportHours

  /**
   * @param reports number of reports; there are at most as many configurations and groups
   * @param moment a full hour, milliseconds since the epoch
   */
  constructor(reports: number, moment: number) {
    this.#reports = reports
    this.#moment = moment
    this.#hours = new ReportHours(reports, moment)
  }

  isOf(reports: number, moment: number): boolean {
    return reports === this.#reports && moment === this.#moment
  }

  list(list: PracticeList): ListContent {
    const moment = this.#moment
    switch (list) {
      case 'reports':
        return { count: this.#reports, text: (index) => reportRecord(this.#hours.at(index), moment) }
      case 'report-configs':
        return {
          count: Math.min(this.#reports, configurationCount),
          text: (index) => configurationRecord(index, moment),
        }
      case 'reporting-groups':
        return { count: Math.min(this.#reports, groupCount), text: (index) => groupRecord(index, moment) }
    }
  }
}
