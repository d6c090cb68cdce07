import { Buffer } from 'node:buffer'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { benchRecords, pageEnd, recordsOfPage } from '../bench-records.ts'
import { answerAsPeer, processorTimed, type PeerAnswer } from '../peer-process.ts'

// General databases in place of the record engine. The first question loads records into a file; each later one is a
// query, whose answer is the last value of its first column. Figures are processor time.

/** A database with its records. */
interface LoadedDatabase {
  readonly seconds: number
  readonly last: (sql: string) => unknown
}

let database: LoadedDatabase | undefined

answerAsPeer(async ([peer, records, file]): Promise<PeerAnswer> => {
  if (database === undefined) {
    // Created before the load is timed.
    const pages = Array.from({ length: Number(records) / recordsOfPage }, (_, page) =>
      Buffer.concat([benchRecords(page), pageEnd('more')]).toString(),
    )
    database = await (peer === 'duckdb' ? loadDuckDb : loadSqlite)(pages, file ?? '')
    return { seconds: database.seconds, found: '' }
  }
  const { last } = database
  return processorTimed(() => last(peer ?? ''))
})

/** Loads into DuckDB, with the columns that are queried as its own columns. */
async function loadDuckDb(pages: readonly string[], file: string): Promise<LoadedDatabase> {
  const connection = await (await DuckDBInstance.create(file)).connect()
  const { seconds } = await processorTimed(async () => {
    await connection.run('CREATE TABLE pages (page INTEGER, body VARCHAR)')
    const appender = await connection.createAppender('pages')
    for (const [page, body] of pages.entries()) {
      appender.appendInteger(page)
      appender.appendVarchar(body)
      appender.endRow()
    }
    appender.closeSync()
    await connection.run(`
      CREATE TABLE records AS
        SELECT position, record::VARCHAR AS record, record->>'reportId' AS reportId, record->>'note' AS note,
          record->>'amount' AS digits, digits::DOUBLE AS amount, (record->>'createdAt')::TIMESTAMPTZ AS createdAt
        FROM (
          SELECT page * ${recordsOfPage} + generate_subscripts(list, 1) AS position, unnest(list) AS record
          FROM (SELECT page, (body->'$.reports')::JSON[] AS list FROM pages)
        );
      DROP TABLE pages;
      CHECKPOINT`)
  })
  return {
    seconds,
    last: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson().at(-1)?.[0],
  }
}

/** Loads into SQLite with its JSON functions, a transaction per page. */
async function loadSqlite(pages: readonly string[], file: string): Promise<LoadedDatabase> {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY')
  const { seconds } = await processorTimed(() => {
    connection.exec(
      'CREATE TABLE records (position INTEGER PRIMARY KEY, record TEXT, reportId TEXT, note TEXT, amount REAL, createdAt TEXT)',
    )
    const insert = connection.prepare(`
      INSERT INTO records
        SELECT ? + key, value, value->>'reportId', value->>'note', value->>'amount', value->>'createdAt'
        FROM json_each(?, '$.reports')`)
    for (const [page, body] of pages.entries()) insert.run(page * recordsOfPage, body)
  })
  return {
    seconds,
    last: (sql) => {
      const [value] = Object.values(connection.prepare(sql).all().at(-1) ?? {})
      return value
    },
  }
}
