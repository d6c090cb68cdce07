import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordScan } from '../storage/record-scan.ts'
import { RecordDatabase } from '../record-database.ts'
import { pageOf } from './page-text.ts'

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
