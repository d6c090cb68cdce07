import { Buffer } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListQuery } from '#shared/lists/list.ts'
import { RecordDatabase } from '../record-database.ts'
import type { RecordScan } from '../storage/record-scan.ts'
import { pageOf } from './page-text.ts'

const settings = { list: 'reports', chosenMember: 'reports', language: 'en' } as const

/** The query of all records in loading order. */
export const everything: ListQuery = { search: [], filters: [], sort: [] }

/** Databases of records in a folder of their own, which a test may close, damage and open again. */
export class RecordDatabases {
  readonly folder: string
  #made = 0
  /** Those that are open, and their files. */
  readonly #open = new Map<RecordDatabase, string>()

  private constructor(folder: string) {
    this.folder = folder
  }

  static async start(): Promise<RecordDatabases> {
    return new RecordDatabases(await mkdtemp(join(tmpdir(), 'clavis-records-')))
  }

  /** A database of its own with these pages of records, each its JSON text. Its file is called by its number, from 0. */
  of(...pages: readonly (readonly string[])[]): RecordDatabase {
    const database = this.open(this.file(this.#made))
    this.#made += 1
    for (const records of pages) database.addPage(pageOf(records, null, 'true'), false)
    return database
  }

  file(number: number): string {
    return join(this.folder, `${number}.records`)
  }

  /** Opens a file, whatever is in it. */
  open(file: string, given: { readonly chosenMember?: string | undefined } = {}): RecordDatabase {
    const database = new RecordDatabase(file, { ...settings, ...given })
    this.#open.set(database, file)
    return database
  }

  /** Reopens a database's file, like after a restart. */
  reopen(database: RecordDatabase): RecordDatabase {
    return this.open(this.close(database))
  }

  /** @returns the database’s file */
  close(database: RecordDatabase): string {
    const file = this.#open.get(database)
    if (file === undefined) throw new Error('This database is not open.')
    this.#open.delete(database)
    database.close()
    return file
  }

  async end(): Promise<void> {
    for (const database of this.#open.keys()) database.close()
    await rm(this.folder, { recursive: true })
  }
}

/** The positions of a query's records, in its order. */
export async function positionsOf(database: RecordDatabase, query: Partial<ListQuery>): Promise<number[]> {
  const { rows } = await database.rows({ ...everything, ...query }, 0, 1000, [])
  return rows.map(({ position }) => position)
}

/** Records that have each of these values, given as JSON, in their member `v`. */
export function recordsOf(values: readonly string[]): string[] {
  return values.map((value) => `{"v":${value}}`)
}

/** Stores records, each a JSON text, in a database while `work` reads them. */
export async function withStoredRecords<T>(
  records: readonly string[],
  work: (scan: RecordScan, database: RecordDatabase) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-records-'))
  const file = join(folder, 'records')
  await writeFile(file, '')
  const database = new RecordDatabase(file, {
    list: 'reports',
    chosenMember: 'reports',
    language: 'en',
  })
  try {
    for (let from = 0; from < records.length || from === 0; from += 500)
      database.addPage(pageOf(records.slice(from, from + 500), null, 'true'), false)
    return await work(database, database)
  } finally {
    database.close()
    await rm(folder, { recursive: true })
  }
}

/** Returns the records in a file, one per line. */
export function storedLines(file: string): string {
  const database = new RecordDatabase(file, settings)
  const records = Array.from(
    { length: database.records },
    (_, position) => database.bytes(position) ?? new Uint8Array(),
  )
  database.close()
  return records.map((bytes) => `${Buffer.from(bytes).toString()}\n`).join('')
}
