import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListView } from '../../shared/model/list.ts'
import { exportRecords } from './export/record-export.ts'
import { RecordDatabase } from './record-database.ts'

let folder: string
let database: RecordDatabase
let files = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-records-'))
  database = await open()
})
afterEach(async () => {
  database.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<RecordDatabase> {
  files += 1
  const file = join(folder, `${files}.sqlite`)
  await writeFile(file, '')
  return new RecordDatabase(file, 'reports', undefined)
}

const all: ListView = { search: '', sort: [] }
const page = (records: readonly string[], more = '"next":null,"lastPage":"true"'): Buffer =>
  Buffer.from(`{"reports":[${records.join(',')}],${more}}`)

const add = (...records: string[]): unknown => database.addPage(page(records))
const sorted = (path: string, direction: 'ascending' | 'descending' = 'ascending'): (string | undefined)[] =>
  database
    .rows({ search: '', sort: [{ path, direction }] }, 0, 1000, [path])
    .rows.map(({ cells: [cell] }) => cell?.text)
const found = (search: string): number[] =>
  database.rows({ search, sort: [] }, 0, 1000, []).rows.map(({ position }) => position)

async function exported(view: ListView, format: 'ndjson' | 'json' | 'csv'): Promise<string> {
  const file = join(folder, `out.${format}`)
  await exportRecords(database, view, format, file)
  return readFile(file, 'utf8')
}

describe('records', () => {
  test('are shown with every digit, and cells know what they are', () => {
    add('{"id":900000000000000001,"amount":0.10,"tags":["a",1.50],"owner":{"name":"Ä"},"note":null,"ok":true}')
    const { rows, count } = database.rows(all, 0, 10, ['id', 'amount', 'tags', 'owner.name', 'note', 'ok', 'missing'])
    expect(count).toBe(1)
    expect(rows[0]?.cells).toEqual([
      { kind: 'number', text: '900000000000000001' },
      { kind: 'number', text: '0.10' },
      { kind: 'list', text: '["a",1.50]' },
      { kind: 'text', text: 'Ä' },
      { kind: 'null', text: 'null' },
      { kind: 'boolean', text: 'true' },
      null,
    ])
  })

  test('tell their columns, in the order they were found', () => {
    add('{"b":1,"a":{"x":"2026-01-02"}}', '{"c":null,"b":"text","a":{"x":null,"y.z":[]}}')
    expect(database.columns()).toEqual([
      { path: 'b', type: 'mixed', filled: 2 },
      { path: 'a.x', type: 'datetime', filled: 1 },
      { path: 'c', type: 'null', filled: 0 },
      { path: String.raw`a.y\.z`, type: 'list', filled: 1 },
    ])
  })

  test('of a page that cannot be read leave no trace', () => {
    add('{"a":1}')
    expect(() => database.addPage(Buffer.from('{"reports":[{"a":2},{"zzz":'))).toThrow(
      expect.objectContaining({ code: 'response-truncated' }),
    )
    expect(database.count).toBe(1)
    expect(database.columns()).toEqual([{ path: 'a', type: 'number', filled: 1 }])
  })

  test('of the last page are taken back before it is asked for again', () => {
    add('{"a":1}', '{"a":2}')
    add('{"a":3,"b":4}')
    database.removeLastPage()
    expect(database.count).toBe(2)
    expect(database.columns()).toEqual([{ path: 'a', type: 'number', filled: 2 }])
    add('{"a":5}')
    expect(sorted('a')).toEqual(['1', '2', '5'])
  })

  test.each([
    ['<html>', 'response-not-json'],
    ['', 'response-not-json'],
    ['{"reports":[}', 'response-not-json'],
    ['{"next":null,"lastPage":"true"}', 'list-records-missing'],
    ['{"items":[],"others":[],"lastPage":"true"}', 'list-records-ambiguous'],
    ['[]', 'list-envelope-invalid'],
  ])('of %j are refused: %s', (body, code) => {
    expect(() => database.addPage(Buffer.from(body))).toThrow(expect.objectContaining({ code }))
  })
})

describe('sorting', () => {
  test('compares numbers with all their digits', () => {
    const numbers = ['10', '9', '-1.5', '900000000000000002', '900000000000000001', '1e400', '-0', '0.1', '1E-400']
    add(...numbers.map((number) => `{"n":${number}}`))
    const order = ['-1.5', '-0', '1E-400', '0.1', '9', '10', '900000000000000001', '900000000000000002', '1e400']
    expect(sorted('n')).toEqual(order)
    expect(sorted('n', 'descending')).toEqual([...order].reverse())
  })

  test('compares dates as dates, in any spelling, and puts what is missing last both ways', () => {
    const dates = ['"2026-01-02T00:00:00+02:00"', '"2026-01-01T23:00:00Z"', '"2025-12-31"', 'null']
    add(...dates.map((date) => `{"d":${date}}`), '{}')
    expect(sorted('d')).toEqual(['2025-12-31', '2026-01-02T00:00:00+02:00', '2026-01-01T23:00:00Z', 'null', undefined])
    expect(sorted('d', 'descending').slice(-2)).toEqual(['null', undefined])
  })

  test('puts text without regard to case and accents', () => {
    add(...['b', 'Ä', 'a', 'C', 'ab'].map((text) => `{"t":"${text}"}`))
    expect(sorted('t')).toEqual(['a', 'Ä', 'ab', 'b', 'C'])
  })

  test('works for members of any name', () => {
    for (const name of ['a.b', 'it"s', 'ä ö', '__proto__', '$', String.raw`back\slash`]) {
      database.close()
      // A run of its own: columns of one name would otherwise mix with the next.
      database = new RecordDatabase(':memory:', 'reports', undefined)
      add(...[2, 3, 1].map((value) => JSON.stringify({ [name]: value })))
      const [column] = database.columns()
      expect(sorted(column?.path ?? '')).toEqual(['1', '2', '3'])
    }
  })
})

describe('searching', () => {
  test('finds text anywhere, whatever its case and however it is written', () => {
    add('{"a":"Überweisung"}', String.raw`{"a":"\u00dcBERWEISUNG"}`, '{"a":"50%_done"}', '{"a":5000}', '{"ÜBER":1}')
    expect(found('überweis')).toEqual([0, 1])
    expect(found('0%_D')).toEqual([2])
    expect(found('000')).toEqual([3])
    expect(found('über')).toEqual([0, 1, 4])
    expect(found('nothing')).toEqual([])
  })

  test('goes on as records come', () => {
    add('{"a":"x1"}', '{"a":"y"}')
    expect(found('x')).toEqual([0])
    add('{"a":"x2"}')
    expect(found('x')).toEqual([0, 2])
  })
})

describe('export', () => {
  test('NDJSON is, to the byte, the records that came', async () => {
    const json = fc.json({ maxDepth: 5 })
    const odd = fc.constantFrom(
      '1e400',
      '-0',
      '0.10',
      '123456789012345678901234567890',
      String.raw`"\ud800"`,
      String.raw`{"__proto__":{"a":1},"a":1,"a":2}`,
      `"${'x'.repeat(100_000)}"`,
      '{"a":{"b":{}},"":[]}',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.oneof(json, odd), { maxLength: 8 }), { maxLength: 4 }), async (pages) => {
        database.close()
        database = await open()
        for (const records of pages) database.addPage(page(records))
        const records = pages.flat()
        expect(database.count).toBe(records.length)
        expect(await exported(all, 'ndjson')).toBe(records.map((record) => `${record}\n`).join(''))
        for (const [position, record] of records.entries())
          expect(Buffer.from(database.bytes(position) ?? []).toString()).toBe(record)
      }),
      { numRuns: 40 },
    )
  })

  test('CSV has one column for each path, and no cell that a spreadsheet would run', async () => {
    add('{"a":"=1+1","b":{"c":"x,\\"y\\"\\nz"},"n":-5,"l":[1,2]}', '{"a":"-plain","n":0.10,"b":{"c":null}}')
    expect(await exported(all, 'csv')).toBe(
      ['a,b.c,n,l', `'=1+1,"x,""y""\nz",-5,"[1,2]"`, `'-plain,,0.10,`, ''].join('\r\n'),
    )
  })

  test('follows the view, and JSON is JSON', async () => {
    add('{"a":2}', '{"a":10}', '{"a":1}')
    const view: ListView = { search: '1', sort: [{ path: 'a', direction: 'descending' }] }
    expect(JSON.parse(await exported(view, 'json'))).toEqual([{ a: 10 }, { a: 1 }])
  })

  test('that fails leaves the file of before as it was, and nothing beside it', async () => {
    add('{"a":1}')
    const file = join(folder, 'nowhere', 'out.json')
    await expect(exportRecords(database, all, 'json', file)).rejects.toMatchObject({ code: 'disk-failed' })
  })
})
