import type { PagesServer } from './serve-pages.ts'
import type { Strain } from './process-watch.ts'
import type { Row } from './rows.ts'

/** How much is measured: everything, or what `--quick` leaves of it. */
export interface Scale {
  readonly records: number
  /** Records of the short list that the page's heap is compared with. */
  readonly fewRecords: number
  /** Records of the list that AG Grid scrolls and jumps through. */
  readonly gridRecords: number
  /** Records of the list whose pages take 20 ms each. */
  readonly slowRecords: number
  /** How often both clients load the whole list. */
  readonly loads: number
  /** How often both apps are started. */
  readonly starts: number
  /** How often Clavis's table is scrolled from top to bottom, and how long that takes. */
  readonly scrolls: number
  readonly scrollSeconds: number
  /** How many places of the list each table jumps to. */
  readonly jumps: number
  /** How often both sign 200 texts. */
  readonly signingTurns: number
  /** How often each command is run. */
  readonly commandTurns: number
}

/** What a section found. */
export interface Findings {
  readonly rows: readonly Row[]
  /** What one kind of work cost main, each time it was done. */
  readonly strain?: readonly Strain[]
}

export type Section = (scale: Scale, pages: PagesServer) => Promise<Findings>
