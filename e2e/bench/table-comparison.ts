import { measureFrames, type FrameTimes } from './frame-times.ts'
import { tables, withLoadedList, type Table } from './loaded-windows.ts'
import { pageHeap } from './page-heap.ts'
import { measureRowWindows } from './row-windows.ts'
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
  /** Clavis alone asks for rows: the times from call to drawn rows, milliseconds, in order of length. */
  readonly rowWindows: readonly number[]
}

/** Shows lists of some lengths in every table. */
export async function compareTables(lengths: readonly number[], peerPage: string): Promise<MeasuredTable[]> {
  const measured: MeasuredTable[] = []
  for (const records of lengths) {
    const server = await servePages(records)
    try {
      for (const table of tables) {
        console.error(`  ${table}, ${records} records …`)
        const found = await withLoadedList(table, server.origin, peerPage, async ({ page, seconds, scroller }) => {
          const frames = await measureFrames(page, scroller)
          const rowWindows = table === 'clavis' ? await measureRowWindows(page, scroller, records) : []
          return { table, records, seconds, heap: await pageHeap(page), frames, rowWindows }
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
