import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecordDatabase } from '../record-database.ts'
import { recordText } from '../testing/json-text.ts'
import { RecordDatabases } from '../testing/record-databases.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(() => databases.end())

/** Returns the first records of a database as they are written. */
async function written(database: RecordDatabase, count: number): Promise<string> {
  const parts: Buffer[] = []
  const control = { signal: new AbortController().signal, onProgress: () => undefined }
  await database.writeLines(count, { write: (bytes) => void parts.push(Buffer.from(bytes)) }, control)
  return Buffer.concat(parts).toString()
}

/** White space between records that a service may send. */
const gap = fc.constantFrom('', ' ', '\n', '\r\n')

test('writeLines: writes each of the first records as received on a line of its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(recordText, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      gap,
      gap,
      fc.nat(20),
      async (pages, before, after, count) => {
        const database = databases.of()
        for (const records of pages) {
          const list = records.map((record) => `${before}${record}${after}`).join(',')
          database.addPage(Buffer.from(`{"reports":[${list}],"next":null,"lastPage":"true"}`), false)
        }
        const lines = pages.flat().map((record) => `${record.replaceAll(/[\r\n]/gu, ' ')}\n`)
        expect(await written(database, count)).toBe(lines.slice(0, count).join(''))
      },
    ),
  )
})

test('writeLines: a record of several lines in a page of others is on one line', async () => {
  const database = databases.of(['{"a":1}', '{\n"a":\r\n2}', '{"a":3}'])
  expect(await written(database, 3)).toBe('{"a":1}\n{ "a":  2}\n{"a":3}\n')
})
