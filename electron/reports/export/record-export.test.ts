import { Buffer } from 'node:buffer'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ExportFormat, ListView } from '../../../shared/model/list.ts'
import { RecordDatabase } from '../record-database.ts'
import { recordText } from '../testing/json-text.ts'
import { pageOf } from '../testing/page-text.ts'
import { exportRecords } from './record-export.ts'

const everything: ListView = { search: '', filters: [], sort: [] }
const never = new AbortController().signal

let folder: string
let databases: RecordDatabase[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-export-'))
  databases = []
})
afterEach(async () => {
  for (const database of databases) database.close()
  await rm(folder, { recursive: true })
})

function databaseOf(records: readonly string[]): RecordDatabase {
  const database = new RecordDatabase(join(folder, `${databases.length}.records`), {
    list: 'reports',
    chosenMember: 'reports',
    language: 'en',
  })
  databases.push(database)
  database.addPage(pageOf(records, null, 'true'), false)
  return database
}

async function saved(records: readonly string[], format: ExportFormat, view = everything): Promise<Buffer> {
  const path = join(folder, 'saved')
  await exportRecords(databaseOf(records), view, format, path, never)
  return readFile(path)
}

/** A reader of CSV (RFC 4180, section 2) that knows nothing of the writer. */
function readCsv(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gsuy
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const match = field.exec(text)
    if (match === null) throw new Error(`No field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}

describe('NDJSON', () => {
  test('what is saved is what came, to the byte', async () => {
    const oneLine = recordText.filter((text) => !/[\r\n]/u.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(oneLine, { maxLength: 8 }), async (records) => {
        const bytes = await saved(records, 'ndjson')
        expect(bytes.equals(Buffer.from(records.map((text) => `${text}\n`).join('')))).toBe(true)
      }),
    )
  })

  test('a record that came over several lines is put on one, its values unchanged', async () => {
    expect((await saved(['{\r\n  "a": "x\\ny",\n  "b": -0\n}', '1'], 'ndjson')).toString()).toBe(
      '{    "a": "x\\ny",   "b": -0 }\n1\n',
    )
  })

  test('a view’s records, in its order', async () => {
    const view: ListView = { search: 'x', filters: [], sort: [{ path: 'v', direction: 'descending' }] }
    expect((await saved(['{"v":1,"t":"X"}', '{"v":3}', '{"v":2,"t":"x"}'], 'ndjson', view)).toString()).toBe(
      '{"v":2,"t":"x"}\n{"v":1,"t":"X"}\n',
    )
  })
})

test('JSON is one array of the records as they came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(recordText, { maxLength: 5 }), async (records) => {
      const text = (await saved(records, 'json')).toString()
      expect(text).toBe(records.length === 0 ? '[\n]\n' : `[\n${records.join(',\n')}\n]\n`)
      // Values are not compared here: V8's JSON.parse may take the first of two equal names inside an array of records.
      expect(JSON.parse(text)).toHaveLength(records.length)
    }),
  )
})

describe('CSV', () => {
  test('has a column for each path, nested members included', async () => {
    const text = (
      await saved(['{"id":12345678901234567890,"o":{"a":"x"}}', '{"o":{"b":null},"t":[1, 2]}'], 'csv')
    ).toString()
    expect(text).toBe('id,o.a,o.b,t\r\n12345678901234567890,x,,\r\n,,,"[1, 2]"\r\n')
  })

  test('text that a spreadsheet would run gets an apostrophe, in cells and in the header', async () => {
    const text = (
      await saved(['{"=cmd":"=1+1","b":"+1","c":"-1","d":"@x","e":"\\tx","f":"\\rx","g":-1,"h":"a=1"}'], 'csv')
    ).toString()
    expect(readCsv(text)).toEqual([
      ["'=cmd", 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      ["'=1+1", "'+1", "'-1", "'@x", "'\tx", "'\rx", '-1', 'a=1'],
    ])
  })

  test('any text comes back from a reader of RFC 4180', async () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
        const lines = readCsv(
          (
            await saved(
              rows.map(([a, b]) => JSON.stringify({ a, b })),
              'csv',
            )
          ).toString(),
        )
        const guarded = (value: string): string => (/^[=+\-@\t\r]/u.test(value) ? `'${value}` : value)
        expect(lines).toEqual([['a', 'b'], ...rows.map((row) => row.map(guarded))])
      }),
    )
  })

  test('hostile records give as many fields in each line as there are columns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(recordText, { minLength: 1, maxLength: 6 }), async (records) => {
        const database = databaseOf(records)
        const path = join(folder, 'saved')
        await exportRecords(database, everything, 'csv', path, never)
        const lines = readCsv(await readFile(path, 'utf8'))
        const columns = Math.max(1, database.columns().length)
        expect(lines.map((line) => line.length)).toEqual(new Array(records.length + 1).fill(columns))
      }),
    )
  })
})

describe('the file', () => {
  test('is its owner’s alone, and answers how many records it has', async () => {
    const path = join(folder, 'saved')
    expect(await exportRecords(databaseOf(['1', '2']), everything, 'ndjson', path, never)).toBe(2)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('replaces the one before only when it is whole', async () => {
    const path = join(folder, 'saved')
    await writeFile(path, 'as it was')
    const ended = AbortSignal.abort(new Error('ended'))
    await expect(exportRecords(databaseOf(['1', '2']), everything, 'json', path, ended)).rejects.toThrow('ended')
    expect(await readFile(path, 'utf8')).toBe('as it was')
    expect((await readdir(folder)).toSorted()).toEqual(['0.records', 'saved'])
  })

  test('where it cannot be written, the error says why and nothing is left', async () => {
    await mkdir(join(folder, 'taken'))
    await expect(
      exportRecords(databaseOf(['1']), everything, 'csv', join(folder, 'taken'), never),
    ).rejects.toMatchObject({
      code: 'disk-failed',
      message: expect.stringContaining('a folder of that name is in the way') as string,
    })
    await expect(
      exportRecords(databaseOf(['1']), everything, 'csv', join(folder, 'gone', 'saved'), never),
    ).rejects.toMatchObject({ code: 'disk-failed', message: expect.stringContaining('its folder is gone') as string })
    expect((await readdir(folder)).toSorted()).toEqual(['0.records', '1.records', 'taken'])
  })

  test('a name that the file system refuses at the very end leaves nothing', async () => {
    await expect(
      exportRecords(databaseOf(['1']), everything, 'csv', join(folder, 'x'.repeat(300)), never),
    ).rejects.toMatchObject({ code: 'disk-failed' })
    expect(await readdir(folder)).toEqual(['0.records'])
  })
})
