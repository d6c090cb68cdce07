import { measureFrames, type FrameTimes } from './frame-times.ts'
import { peerApp, withApp, withLoadedList, type Table } from './loaded-windows.ts'
import { pageHeap } from './page-heap.ts'
import { measureRowWindowTimes, type RowWindowTimes } from './row-windows.ts'
import { servePages } from './serve-pages.ts'

/** What one table takes for a list of one length. */
export interface MeasuredTable {
  readonly table: Table
  readonly records: number
  /** From “Load all” to the last record. */
  readonly seconds: number
  /** The page's heap afterwards, MiB. */
  readonly heap: number
  readonly frames: FrameTimes
  /** Of a list of the length that was asked for. */
  readonly rowWindows: RowWindowTimes | undefined
}

/** Scrolls an element without content, as tall as any may be: what the machine gives whoever draws nothing. */
export function measureEmptyScroll(peerPage: string): Promise<FrameTimes> {
  return withApp(peerApp, { CLAVIS_BENCH_URL: `${peerPage}/empty-scroller.html` }, (page) =>
    measureFrames(page, '[data-scroller]'),
  )
}

/**
 * Shows lists of some lengths in some tables.
 * @param jumpsAt the length of the list through which jumps are made
 */
export async function measureTables(
  tables: readonly Table[],
  lengths: readonly number[],
  peerPage: string,
  jumpsAt: number | undefined,
): Promise<MeasuredTable[]> {
  const measured: MeasuredTable[] = []
  for (const records of lengths) {
    const server = await servePages(records)
    try {
      for (const table of tables) {
        console.error(`  ${table}, ${records} records …`)
        const found = await withLoadedList(table, server.origin, peerPage, async ({ page, seconds, scroller }) => {
          const frames = await measureFrames(page, scroller)
          const heap = await pageHeap(page)
          const rowWindows = records === jumpsAt ? await measureRowWindowTimes(page, table, records) : undefined
          return { table, records, seconds, heap, frames, rowWindows }
        })
        measured.push(found)
        const { seconds, heap, frames } = found
        console.error(
          `    ${seconds.toFixed(1)} s, ${heap.toFixed(0)} MiB, ${frames.p95.toFixed(1)} ms, ${frames.late} late`,
        )
      }
    } finally {
      server.end()
    }
  }
  return measured
}
