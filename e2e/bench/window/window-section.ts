import { median, percentile } from '../median.ts'
import { ratioRow, thousands, type Row } from '../rows.ts'
import type { Findings, Scale } from '../section.ts'
import type { PagesServer } from '../serve-pages.ts'
import { measureFrames, type FrameTimes } from './frame-times.ts'
import { measureJumps } from './jump-times.ts'
import { withLoadedList, type ServedList, type Table } from './loaded-windows.ts'
import { pageHeap } from './page-heap.ts'
import { servePeerPage } from './serve-peer-page.ts'
import { timeStart } from './start-time.ts'

/** Measurements of a table with one list. */
interface MeasuredTable {
  readonly name: string
  /** From "Load all" to the last record. */
  readonly seconds: number
  /** The page's heap size after scrolling, MiB. */
  readonly heap: number
  readonly scrolls: readonly FrameTimes[]
  /** Milliseconds per jump. */
  readonly jumps: readonly number[]
}

const names: Readonly<Record<Table, string>> = {
  clavis: 'Clavis',
  plain: '`useInfiniteQuery` and react-virtual',
  blocks: 'react-virtual over blocks of rows',
  grid: 'AG Grid, infinite row model',
}

/** Measures the window: its start, and its table beside those of its peers. */
export async function measureWindow(scale: Scale, pages: PagesServer): Promise<Findings> {
  const peerPage = await servePeerPage()
  const list = (records: number): ServedList => ({ peerPage: peerPage.origin, list: pages.list(records), records })
  try {
    const start = await startRow(scale.starts, peerPage.origin)
    const once = { ...scale, scrolls: 1 }
    const few = await measureTable('clavis', list(scale.fewRecords), { ...once, jumps: 0 })
    const clavis = await measureTable('clavis', list(scale.records), scale)
    const plain = await measureTable('plain', list(scale.records), once)
    const blocks = await measureTable('blocks', list(scale.records), once)
    const grid = await measureTable('grid', list(scale.records), once)
    return {
      rows: [
        start,
        heapRow(few, clavis, scale),
        loadRow(clavis, plain, scale),
        jumpRow(clavis, [plain, blocks, grid]),
        scrollRow(clavis, [plain, blocks, grid], scale),
      ],
    }
  } finally {
    peerPage.end()
  }
}

/** Starts both apps in turn, from launch to the first heading. */
async function startRow(starts: number, peerPage: string): Promise<Row> {
  const clavis: number[] = []
  const empty: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    clavis.push(await timeStart('clavis', peerPage))
    empty.push(await timeStart('empty', peerPage))
  }
  const peerFigure = median(empty)
  return ratioRow(
    {
      what: 'Start to the first screen',
      peer: 'an empty window',
      ratio: median(clavis) / peerFigure,
      peerFigure,
      unit: 's',
    },
    1.5,
  )
}

function measureTable(
  table: Table,
  served: ServedList,
  { scrolls: count, scrollSeconds, jumps }: Pick<Scale, 'scrolls' | 'scrollSeconds' | 'jumps'>,
): Promise<MeasuredTable> {
  console.error(`  ${names[table]}, ${thousands(served.records)} records …`)
  return withLoadedList(table, served, async ({ page, seconds, scroller }) => {
    const scrolls: FrameTimes[] = []
    while (scrolls.length < count) scrolls.push(await measureFrames(page, scroller, scrollSeconds))
    const heap = await pageHeap(page)
    const measured = await measureJumps(page, table, served.records, jumps)
    // The table has the best peer only; decision 045 quotes each.
    console.error(
      `    loaded in ${seconds.toFixed(1)} s, heap ${heap.toFixed(0)} MiB, p99 of ${measured.length} jumps ${percentile(measured, 0.99).toFixed(1)} ms, late frames ${scrolls.map(({ late, frames }) => `${late} of ${frames}`).join(', ')}`,
    )
    return { name: names[table], seconds, heap, scrolls, jumps: measured }
  })
}

function heapRow(few: MeasuredTable, many: MeasuredTable, { fewRecords, records }: Scale): Row {
  return ratioRow(
    {
      what: `Page heap with ${thousands(records)} records`,
      peer: `with ${thousands(fewRecords)}`,
      ratio: many.heap / few.heap,
      peerFigure: few.heap,
      unit: 'MiB',
    },
    1.15,
  )
}

function loadRow(clavis: MeasuredTable, { name, seconds }: MeasuredTable, { records }: Scale): Row {
  return ratioRow(
    {
      what: `Load all ${thousands(records)} in the window`,
      peer: name,
      ratio: clavis.seconds / seconds,
      peerFigure: seconds,
      unit: 's',
    },
    0.2,
  )
}

function jumpRow(clavis: MeasuredTable, peers: readonly MeasuredTable[]): Row {
  const slowest = ({ jumps }: MeasuredTable): number => percentile(jumps, 0.99)
  const peer = better(peers, slowest)
  return ratioRow(
    {
      what: `Rows of a usual window anywhere, p99 of ${clavis.jumps.length}`,
      peer: peer.name,
      ratio: slowest(clavis) / slowest(peer),
      peerFigure: slowest(peer),
      unit: 'ms',
    },
    0.5,
  )
}

/** Creates a row that judges the number of late frames: a ratio to zero late frames would be meaningless. */
function scrollRow(clavis: MeasuredTable, peers: readonly MeasuredTable[], { records }: Scale): Row {
  const peer = better(peers, ({ scrolls }) => median(scrolls.map(({ frames, late }) => late / frames)))
  const late = median(clavis.scrolls.map((scroll) => scroll.late))
  return {
    what: `Scroll through ${thousands(records)}: frames over 33 ms`,
    peer: peer.name,
    result: `${late} of ${median(clavis.scrolls.map(({ frames }) => frames))} (${peer.scrolls.map((scroll) => `${scroll.late} of ${scroll.frames}`).join()})`,
    target: 'none',
    isMet: late === 0,
  }
}

function better(peers: readonly MeasuredTable[], cost: (peer: MeasuredTable) => number): MeasuredTable {
  return peers.reduce((best, peer) => (cost(peer) < cost(best) ? peer : best))
}
