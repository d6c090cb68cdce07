import { configurationCount, configurationRecord, groupCount, groupRecord } from './configurations.ts'
import type { ListContent, PracticeList } from './practice-lists.ts'
import { ReportHours } from './report-hours.ts'
import { reportRecord } from './report.ts'

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
