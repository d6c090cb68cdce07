import { recordsOfPage } from '../bench-records.ts'
import { median } from '../median.ts'
import { startPeer, type PeerProcess } from '../peer-process.ts'
import { ratioRow, thousands } from '../rows.ts'
import type { Findings, Scale } from '../section.ts'
import type { PagesServer } from '../serve-pages.ts'
import { measureListCommand } from './list-command.ts'
import { measureLoad, type MeasuredLoad } from './list-load.ts'

/** Milliseconds per page of the slow list. */
const slowPage = 20

/** Number of pages whose median is reported. */
const timedPages = 20

/** Clavis and the bare client load the same list, one after the other. */
interface Turn {
  readonly bare: number
  readonly load: MeasuredLoad
}

/** Loads whole lists, in turn with a bare client that parses each page and discards it. */
export async function measureLoading(scale: Scale, pages: PagesServer): Promise<Findings> {
  const bare = startPeer(new URL('bare-drain.ts', import.meta.url))
  const turn = (records: number, delay = 0): Promise<Turn> => takeTurn(bare, pages.list(records, delay), records)
  try {
    // Lets V8 compile both clients before the measurement.
    await turn(scale.records / 10)
    const turns: Turn[] = []
    for (let count = 0; count < scale.loads; count += 1) turns.push(await turn(scale.records))
    const slow = await turn(scale.slowRecords, slowPage)
    const loads = turns.map(({ load }) => load)
    const lastPages = scale.records / recordsOfPage - timedPages
    const early = loads.map((load) => pageTime(load, 10))
    const late = loads.map((load) => pageTime(load, lastPages))
    return {
      rows: [
        ratioRow(
          {
            what: `Load ${thousands(scale.records)} records over loopback`,
            peer: 'bare drain',
            ratio: median(turns.map((each) => each.load.seconds / each.bare)),
            peerFigure: median(turns.map((each) => each.bare)),
            unit: 's',
          },
          1.2,
        ),
        ratioRow(
          {
            what: `Load ${thousands(scale.slowRecords)} records, ${slowPage} ms a page`,
            peer: 'bare drain',
            ratio: slow.load.seconds / slow.bare,
            peerFigure: slow.bare,
            unit: 's',
          },
          1.04,
        ),
        ratioRow(
          {
            what: `Page ${thousands(scale.records / recordsOfPage)} (median of ${timedPages})`,
            peer: 'page 10',
            ratio: median(late.map((time, index) => time / (early[index] ?? Number.NaN))),
            peerFigure: median(early),
            unit: 'ms',
          },
          1.2,
        ),
        ...(await measureListCommand(scale, pages)),
      ],
      strain: loads,
    }
  } finally {
    bare.end()
  }
}

async function takeTurn(bare: PeerProcess, base: string, records: number): Promise<Turn> {
  const { seconds, found } = await bare.ask(base)
  if (Number(found) !== records) throw new Error(`${found} records came, but ${records} were expected.`)
  return { bare: seconds, load: await measureLoad(base, records) }
}

/** Returns the median time per page, from page `first` on. */
function pageTime({ pageTimes }: MeasuredLoad, first: number): number {
  const times = pageTimes.slice(first - 1, first + timedPages)
  return median(times.slice(1).map((time, index) => time - (times[index] ?? time)))
}
