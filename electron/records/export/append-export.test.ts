import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordText } from '../testing/json-text.ts'
import { RecordDatabases } from '../testing/record-databases.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(() => databases.end())

/** White space between records that a service may send. */
const gap = fc.constantFrom('', ' ', '\n', '\r\n')

test('appendTo: writes each record as received on a line of its own, from any position up to any other', async () => {
  let file = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(recordText, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      gap,
      gap,
      fc.nat(20),
      async (pages, before, after, cut) => {
        const database = databases.of()
        for (const records of pages) {
          const list = records.map((record) => `${before}${record}${after}`).join(',')
          database.addPage(Buffer.from(`{"reports":[${list}],"next":null,"lastPage":"true"}`), false)
        }
        const lines = pages.flat().map((record) => record.replaceAll(/[\r\n]/gu, ' '))
        const path = join(databases.folder, `${(file += 1)}.ndjson`)
        const middle = Math.min(cut, lines.length)
        database.appendTo(path, 0, middle)
        const size = database.appendTo(path, middle, lines.length + 5)
        const written = await readFile(path)
        expect(written.toString()).toBe(lines.map((line) => `${line}\n`).join(''))
        expect(size).toBe(written.length)
      },
    ),
  )
})

test('appendTo: a record of several lines in a page of others is on one line', async () => {
  const database = databases.of(['{"a":1}', '{\n"a":\r\n2}', '{"a":3}'])
  const path = join(databases.folder, 'lines.ndjson')
  database.appendTo(path, 0, 3)
  expect(await readFile(path, 'utf8')).toBe('{"a":1}\n{ "a":  2}\n{"a":3}\n')
})
