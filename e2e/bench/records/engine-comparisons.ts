import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListQuery } from '../../../shared/lists/list.ts'
import { benchRecords, pageEnd, recordsOfPage, reportIdOf } from '../bench-records.ts'
import { openRecordStore } from '../built-workers.ts'
import { processorTimed, startPeer } from '../peer-process.ts'
import { comparisonRow, thousands, type Row } from '../rows.ts'
import type { Findings, Scale } from '../section.ts'

/** Number of rows that each query returns. */
const shownRows = 100

interface Comparison {
  readonly what: string
  readonly query: Pick<ListQuery, 'search' | 'sort'>
  /** The rest of the query in each database, after `SELECT reportId FROM records`, by how it is written. */
  readonly databases: readonly (readonly [peer: 'duckdb' | 'sqlite', name: string, clauses: string])[]
  /** Whether all find the same row. */
  readonly isSameOrder: boolean
}

/** Compares the record engine with DuckDB and SQLite, in processor time. Nothing is judged. */
export async function compareEngines({ comparedRecords: records }: Scale): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const store = openRecordStore(folder)
  const program = new URL('engine-peers.ts', import.meta.url)
  const peers = { duckdb: startPeer(program), sqlite: startPeer(program) }
  const size = String(records)

  async function compare({ what, query, databases, isSameOrder }: Comparison): Promise<Row[]> {
    const engine = await processorTimed(async () => {
      const offset = query.sort.length === 0 ? 0 : records - shownRows
      const { rows } = await store.rows({ ...query, filters: [] }, offset, shownRows, ['reportId'], 'exact')
      return rows.at(-1)?.texts[0]
    })
    const rows: Row[] = []
    for (const [peer, name, clauses] of databases) {
      const { seconds, found } = await peers[peer].ask(`SELECT reportId FROM records ${clauses}`)
      if (isSameOrder && found !== engine.found)
        throw new Error(`${what}: ${name} has ${found} last, and Clavis ${engine.found}.`)
      rows.push(comparisonRow(what, name, seconds, engine.seconds))
    }
    return rows
  }

  try {
    const pages = Array.from({ length: records / recordsOfPage }, (_, page) => [benchRecords(page), pageEnd('more')])
    const engine = await processorTimed(async () => {
      for (const page of pages) await store.addPage(page, false)
    })
    const rows: Row[] = []
    for (const [peer, name] of [
      ['duckdb', 'DuckDB'],
      ['sqlite', 'SQLite'],
    ] as const) {
      const { seconds } = await peers[peer].ask(peer, size, join(folder, `bench.${peer}`))
      rows.push(comparisonRow(`Load ${thousands(records)} records`, name, seconds, engine.seconds))
    }
    for (const comparison of comparisonsOf(records)) rows.push(...(await compare(comparison)))
    return { rows }
  } finally {
    peers.duckdb.end()
    peers.sqlite.end()
    await store.close()
    await rm(folder, { recursive: true })
  }
}

function comparisonsOf(records: number): readonly Comparison[] {
  const sort = (path: string): Comparison['query'] => ({ search: [], sort: [{ path, direction: 'ascending' }] })
  // Equal values stay in the order of the list, as in Clavis.
  const last = `position LIMIT ${shownRows} OFFSET ${records - shownRows}`
  const rare = reportIdOf(records - 7)
  return [
    {
      what: 'First sort by text (`note`)',
      query: sort('note'),
      databases: [['duckdb', 'DuckDB, `COLLATE en`', `ORDER BY note COLLATE en, ${last}`]],
      // DuckDB's collation has no order by the numbers in a text.
      isSameOrder: false,
    },
    {
      what: 'First sort by number (`amount`)',
      query: sort('amount'),
      databases: [
        ['duckdb', 'DuckDB, `DOUBLE`', `ORDER BY amount, ${last}`],
        ['duckdb', 'DuckDB, exact ties', `ORDER BY amount, digits::DECIMAL(38, 10), ${last}`],
        ['sqlite', 'SQLite, `REAL`', `ORDER BY amount, ${last}`],
      ],
      isSameOrder: true,
    },
    {
      what: 'First sort by date (`createdAt`)',
      query: sort('createdAt'),
      databases: [
        ['duckdb', 'DuckDB, `TIMESTAMPTZ`', `ORDER BY createdAt, ${last}`],
        ['sqlite', 'SQLite, `TEXT`', `ORDER BY createdAt, ${last}`],
      ],
      isSameOrder: true,
    },
    {
      what: 'First search',
      query: { search: [{ text: rare, excludes: false }], sort: [] },
      databases: [
        ['duckdb', 'DuckDB, `contains`', `WHERE contains(record, '${rare}')`],
        ['duckdb', 'DuckDB, `ILIKE`', `WHERE record ILIKE '%${rare}%'`],
        ['duckdb', 'DuckDB, `regexp_matches`', `WHERE regexp_matches(record, '${rare}', 'i')`],
        ['sqlite', 'SQLite, `LIKE`', `WHERE record LIKE '%${rare}%'`],
      ],
      isSameOrder: true,
    },
  ]
}
