import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListQuery } from '../../../shared/lists/list.ts'
import { benchRecords, pageEnd, recordsOfPage, reportIdOf } from '../bench-records.ts'
import { openRecordStore } from '../built-workers.ts'
import { startPeer, type PeerAnswer } from '../peer-process.ts'
import { ratioRow, thousands, type Row } from '../rows.ts'
import type { Findings, Scale } from '../section.ts'
import { measureExports } from './list-export.ts'

const everything: ListQuery = { search: [], filters: [], sort: [] }

/** Number of rows that the window requests at once. */
const shownRows = 100

/** Sorts and searches records that all differ for the first time, in turn with the peers, and exports them. */
export async function measureRecords({ records }: Scale): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const store = openRecordStore(folder)
  const peers = startPeer(new URL('memory-peers.ts', import.meta.url))

  /** Sorts by a column and returns the last rows, like the peers, so that both sort everything. */
  async function sortRow(path: string, kind: string, peer: string, limit: number, answer: PeerAnswer): Promise<Row> {
    const began = performance.now()
    const view: ListQuery = { ...everything, sort: [{ path, direction: 'ascending' }] }
    const { rows } = await store.rows(view, records - shownRows, shownRows, [path], 'exact')
    const seconds = (performance.now() - began) / 1000
    if (rows.at(-1)?.texts[0] !== answer.found)
      throw new Error(`By ${path}, ${peer} has ${answer.found} last; Clavis has not.`)
    const what = `First sort of ${thousands(records)} by ${kind} (\`${path}\`)`
    return ratioRow({ what, peer, ratio: seconds / answer.seconds, peerFigure: answer.seconds, unit: 's' }, limit)
  }

  async function timeSearch(text: string): Promise<number> {
    const began = performance.now()
    const view: ListQuery = { ...everything, search: [{ text, excludes: false }] }
    const { count } = await store.rows(view, 0, shownRows, ['reportId'], 'exact')
    if (count !== 1) throw new Error(`${count} records were found, but one was expected.`)
    return (performance.now() - began) / 1000
  }

  try {
    for (let page = 0; page * recordsOfPage < records; page += 1)
      await store.addPage([benchRecords(page), pageEnd('more')], false)
    const size = String(records)
    const sorts = [
      await sortRow('note', 'text', '`Intl.Collator`', 1.2, await peers.ask('collator', size)),
      await sortRow('amount', 'number', '`node:sqlite`', 1, await peers.ask('sqlite', 'amount', size)),
      await sortRow('createdAt', 'date', '`node:sqlite`', 1, await peers.ask('sqlite', 'createdAt', size)),
    ]
    // One of the last records, so that the peer searches all bytes.
    const rare = reportIdOf(records - 7)
    const seconds = await timeSearch(rare)
    const exported = join(folder, 'exported')
    const strain = await measureExports(store, exported, records)
    const pass = await peers.ask('search', exported, rare)
    const search = ratioRow(
      {
        what: `First search of ${thousands(records)}`,
        peer: 'one pass of `Buffer.indexOf`',
        ratio: seconds / pass.seconds,
        peerFigure: pass.seconds * 1000,
        unit: 'ms',
      },
      4,
    )
    return { rows: [...sorts, search], strain }
  } finally {
    peers.end()
    await store.close()
    await rm(folder, { recursive: true })
  }
}
