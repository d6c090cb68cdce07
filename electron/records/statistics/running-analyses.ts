import { ClavisError } from '../../../shared/model/error.ts'
import type { ChartQuestion, Chart, ColumnProfiles } from '../../../shared/model/list-analysis.ts'
import type { ListView } from '../../../shared/model/list.ts'
import type { RecordScan } from '../storage/record-scan.ts'
import { countChart } from './chart-counter.ts'
import { profileColumns } from './profile-columns.ts'

/** Shortest time between two tellings of how far an analysis is, milliseconds. */
const tellInterval = 200
/** Records between two looks at the clock. */
const looksEvery = 1024

interface Options {
  /** The person's, as a BCP 47 tag: text is ordered by it. */
  readonly language: string
  /** Is told now and then how many records an analysis has looked at. */
  readonly onProgress: (analysisId: string, records: number) => void
  readonly now: () => number
}

/** The countings over a run's records that are under way, each by the id that whoever asked gave it. */
export class RunningAnalyses {
  readonly #scan: RecordScan
  readonly #onProgress: (analysisId: string, records: number) => void
  readonly #language: string
  readonly #now: () => number
  readonly #running = new Map<string, { readonly cancel: AbortController; readonly ended: Promise<unknown> }>()

  constructor(scan: RecordScan, { language, onProgress, now }: Options) {
    this.#scan = scan
    this.#language = language
    this.#onProgress = onProgress
    this.#now = now
  }

  /** @throws `list-cancelled`, `input-invalid` */
  profileColumns(
    analysisId: string,
    view: ListView,
    question: { readonly paths: readonly string[]; readonly timeZone: string },
  ): Promise<ColumnProfiles> {
    return this.#run(analysisId, (onRecord, signal) =>
      profileColumns(this.#scan, unsorted(view), { ...question, language: this.#language }, onRecord, signal),
    )
  }

  /** @throws `list-cancelled`, `input-invalid` */
  chart(analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    return this.#run(analysisId, (onRecord, signal) =>
      countChart(this.#scan, unsorted(view), question, onRecord, signal),
    )
  }

  /** Ends one with `list-cancelled`; nothing happens where it has ended. */
  cancel(analysisId: string): void {
    this.#running.get(analysisId)?.cancel.abort(cancelled())
  }

  /** Ends all, and waits until no record is read for them any more. */
  async end(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { cancel } of running) cancel.abort(cancelled())
    await Promise.allSettled(running.map(({ ended }) => ended))
  }

  #run<T>(analysisId: string, analyse: (onRecord: () => void, signal: AbortSignal) => Promise<T>): Promise<T> {
    const cancel = new AbortController()
    let records = 0
    let toldAt = this.#now()
    const onRecord = (): void => {
      records += 1
      if (records % looksEvery !== 0 || this.#now() - toldAt < tellInterval) return
      toldAt = this.#now()
      this.#onProgress(analysisId, records)
    }
    const ended = analyse(onRecord, cancel.signal).finally(() => this.#running.delete(analysisId))
    this.#running.set(analysisId, { cancel, ended })
    return ended
  }
}

/** Groups and counts do not depend on the order, which would only take time. */
function unsorted(view: ListView): ListView {
  return { ...view, sort: [] }
}

function cancelled(): ClavisError {
  return new ClavisError('list-cancelled', 'The counting was cancelled before it had looked at all records.', {
    hint: 'Start it again when you need it.',
  })
}
