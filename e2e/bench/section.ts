import type { Strain } from './process-watch.ts'
import type { Row } from './rows.ts'
import type { PagesServer } from './serve-pages.ts'

/** How much is measured: everything, or less with `--quick`. */
export interface Scale {
  readonly records: number
  /** Number of records of the short list that the page's heap is compared with. */
  readonly fewRecords: number
  /** Number of records in which the record engine is compared with databases. */
  readonly comparedRecords: number
  /** Number of records of the list whose pages take 20 ms each. */
  readonly slowRecords: number
  /** How often both clients load the whole list. */
  readonly loads: number
  /** How often both apps are started. */
  readonly starts: number
  /** How often Clavis's table is scrolled from top to bottom, and how long that takes. */
  readonly scrolls: number
  readonly scrollSeconds: number
  /** Number of jumps in each table. */
  readonly jumps: number
  /** How often both sign 200 texts. */
  readonly signingTurns: number
  /** How often each command is run. */
  readonly commandTurns: number
  /** How often calls are made directly and through the local address. */
  readonly localTurns: number
  /** How long a thousand calls a second are sent. */
  readonly localSeconds: number
  /** How often a watched list is loaded. */
  readonly watchedLoads: number
}

/** Result of a section. */
export interface Findings {
  readonly rows: readonly Row[]
  /** How much each kind of work strained the main process, for each run. */
  readonly strain?: readonly Strain[]
}

export type Section = (scale: Scale, pages: PagesServer) => Promise<Findings>
