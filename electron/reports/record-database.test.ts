import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListView } from '../../shared/model/list.ts'
import { numberKey } from './number-order.ts'
import { RecordDatabase } from './record-database.ts'
import { jsonNumberText, recordText } from './testing/json-text.ts'
import { pageOf } from './testing/page-text.ts'

const everything: ListView = { search: '', sort: [] }

let folder: string
let opened: RecordDatabase[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-records-'))
  opened = []
})
afterEach(async () => {
  for (const database of opened) database.close()
  await rm(folder, { recursive: true })
})

function databaseOf(...pages: readonly (readonly string[])[]): RecordDatabase {
  const database = new RecordDatabase(join(folder, `${opened.length}.sqlite`), 'reports', 'reports')
  opened.push(database)
  for (const records of pages) database.addPage(pageOf(records, null, 'true'), false)
  return database
}

const positions = (database: RecordDatabase, view: Partial<ListView>): number[] =>
  database.rows({ ...everything, ...view }, 0, 1000, []).rows.map(({ position }) => position)

/** The column's values in a sorted view's order. */
function sorted(database: RecordDatabase, path: string, direction: 'ascending' | 'descending'): (string | undefined)[] {
  const { rows } = database.rows({ search: '', sort: [{ path, direction }] }, 0, 1000, [path])
  return rows.map(({ cells: [cell] }) => cell?.text)
}

const valuesOf = (texts: readonly string[]): string[] => texts.map((text) => `{"v":${text}}`)

describe('records', () => {
  test('every record’s text is kept to the byte, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.array(recordText, { maxLength: 4 }), { maxLength: 3 }), (pages) => {
        const database = databaseOf(...pages)
        for (const [position, text] of pages.flat().entries())
          expect(Buffer.from(database.bytes(position) ?? []).toString()).toBe(text)
        expect(database.rows(everything, 0, 1000, []).count).toBe(pages.flat().length)
      }),
    )
  })

  test('a page that breaks off leaves no trace, in the records or in the columns', () => {
    const database = databaseOf(['{"a":1}'])
    const page = pageOf(['{"a":2}', '{"b":[1,2,3]}'], null, 'true')
    for (let length = 0; length < page.length; length += 1)
      expect(() => database.addPage(page.subarray(0, length), false)).toThrow()
    expect(database.rows(everything, 0, 10, ['a'])).toEqual({
      rows: [{ position: 0, cells: [{ kind: 'number', text: '1' }] }],
      count: 1,
    })
    database.addPage(page, false)
    expect(database.columns()).toEqual([
      { path: 'a', type: 'number', filled: 2 },
      { path: 'b', type: 'list', filled: 1 },
    ])
  })

  test('the last page is replaced by what came when it was asked for again', () => {
    const database = databaseOf(['{"a":1}'], ['{"a":2}', '{"b":null}'])
    expect(database.addPage(pageOf(['{"a":"x"}'], 'c', 'false'), true)).toMatchObject({ records: 2 })
    expect(database.rows(everything, 0, 10, ['a']).rows.map(({ cells }) => cells[0]?.text)).toEqual(['1', 'x'])
    expect(database.columns()).toEqual([{ path: 'a', type: 'mixed', filled: 2 }])
    expect(() => database.addPage(Buffer.from('{'), true)).toThrow()
    expect(database.rows(everything, 0, 10, []).count).toBe(2)
  })

  test.each([
    ['<!doctype html><title>Sign in</title>', 'response-not-json', 'HTML'],
    ['', 'response-not-json', 'empty'],
    ['{"reports":[{"a":1},{"a"', 'response-truncated', 'broke off'],
    ['{"reports":[{"a":01}]}', 'response-not-json', 'byte 18'],
    ['[{"a":1}]', 'list-envelope-invalid', 'bare array'],
    ['{"reports":{"a":1},"lastPage":"true"}', 'list-records-missing', 'no array'],
    ['{"reports":[],"reports":[],"lastPage":"true"}', 'list-envelope-invalid', 'twice'],
  ])('%s: %s', (body, code, words) => {
    const database = new RecordDatabase(join(folder, 'new.sqlite'), 'reports', undefined)
    opened.push(database)
    expect(() => database.addPage(Buffer.from(body), false)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) as string }) as Error,
    )
  })

  test('text that is not UTF-8 is refused, because characters would be lost', () => {
    const database = databaseOf()
    const page = Buffer.concat([
      Buffer.from('{"reports":["'),
      Buffer.from([0xe4]),
      Buffer.from('"],"lastPage":"true"}'),
    ])
    expect(() => database.addPage(page, false)).toThrow(expect.objectContaining({ code: 'response-not-json' }) as Error)
  })
})

describe('columns', () => {
  test('are the union of what the records have, nested members by their paths', () => {
    const database = databaseOf(
      ['{"id":1,"owner":{"name":"x","address":{"city":"Oslo"}},"tags":[1]}'],
      ['{"id":2,"late":true,"when":"2024-05-06T07:08:09Z","a.b":null}', '{"id":"three","owner":{}}'],
    )
    expect(database.columns()).toEqual([
      { path: 'id', type: 'mixed', filled: 3 },
      { path: 'owner', type: 'object', filled: 2 },
      { path: 'owner.name', type: 'text', filled: 1 },
      { path: 'owner.address.city', type: 'text', filled: 1 },
      { path: 'tags', type: 'list', filled: 1 },
      { path: 'late', type: 'boolean', filled: 1 },
      { path: 'when', type: 'datetime', filled: 1 },
      { path: 'a\\.b', type: 'null', filled: 0 },
    ])
  })

  test('of two members of one name the first counts, in columns, cells and sorting alike', () => {
    const database = databaseOf(['{"v":2,"v":"x"}', '{"\\u0076":1,"v":3}'])
    expect(database.columns()).toEqual([{ path: 'v', type: 'number', filled: 2 }])
    expect(sorted(database, 'v', 'ascending')).toEqual(['1', '2'])
    const nested = databaseOf(['{"o":{"a":1},"o":{"b":2}}', '{"o":{"b":1}}'])
    expect(sorted(nested, 'o.b', 'ascending')).toEqual(['1', undefined])
  })

  test('cells say what the record’s text says, cut after 500 characters', () => {
    const long = 'ä'.repeat(600)
    const database = databaseOf([`{"n":1.50e400,"t":"a\\u00e4\\n","l":${JSON.stringify(long)},"z":null,"o":{"k":[]}}`])
    expect(database.rows(everything, 0, 1, ['n', 't', 'l', 'z', 'o', 'missing']).rows[0]?.cells).toEqual([
      { kind: 'number', text: '1.50e400' },
      { kind: 'text', text: 'aä\n' },
      { kind: 'text', text: 'ä'.repeat(500), cut: true },
      { kind: 'null', text: 'null' },
      { kind: 'object', text: '{"k":[]}' },
      null,
    ])
  })
})

describe('sorting', () => {
  test('numbers by all their digits', () => {
    const ascending = ['-1e400', '-9007199254740993', '-9007199254740992', '0', '0.10', '0.1000000000000000000001']
    const values = [...ascending, '9007199254740992', '9007199254740993', '18446744073709551617', '1e400']
    const database = databaseOf(valuesOf(values.toReversed()))
    expect(sorted(database, 'v', 'ascending')).toEqual(values)
    expect(sorted(database, 'v', 'descending')).toEqual(values.toReversed())
  })

  test('any numbers by all their digits, equal ones as they came', () => {
    const number = fc.oneof(
      jsonNumberText,
      fc.integer({ min: -3, max: 3 }).map((more) => String(2n ** 63n + BigInt(more))),
      fc.integer({ min: -3, max: 3 }).map((more) => String(-(2n ** 63n) + BigInt(more))),
      fc.integer({ min: -3, max: 3 }).map((more) => String(999_999_999_999_999_000n + BigInt(more))),
      fc.constantFrom('999999999999999e3', '999999999999999000.0', '0.1', '0.2', '0.3', '1', '-1'),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 2, maxLength: 8 }), (numbers) => {
        const keys = numbers.map((text) => numberKey(text))
        const expected = [...keys.keys()].sort((a, b) => {
          const [left = '', right = ''] = [keys[a], keys[b]]
          return left < right ? -1 : left > right ? 1 : a - b
        })
        const database = databaseOf(valuesOf(numbers))
        expect(positions(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('64-bit integers beside fractions', () => {
    const values = ['1.5', '2', '900000000000000001', '900000000000000002']
    expect(sorted(databaseOf(valuesOf(values.toReversed())), 'v', 'ascending')).toEqual(values)
  })

  test('dates by their instants', () => {
    const values = ['2024-05-06T10:00:00+05:00', '2024-05-06 07:00:00Z', '2024-05-06T08:00:00Z', '2024-05-07']
    const database = databaseOf(valuesOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(database.columns()).toMatchObject([{ type: 'datetime' }])
    expect(sorted(database, 'v', 'ascending')).toEqual(values)
  })

  test('dates of one length that are written unlike', () => {
    const values = ['2024-05-06T07:00:00Z', '2024-05-06 09:00:00Z', '2024-05-06T10:00:00Z']
    const database = databaseOf(valuesOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(sorted(database, 'v', 'ascending')).toEqual(values)
  })

  test('text without regard to letter case, in every script', () => {
    const values = ['Äpfel', 'apple', 'banana', 'Österreich', 'Zürich', 'Ωμέγα', 'ωμέγας']
    const database = databaseOf(valuesOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(sorted(database, 'v', 'ascending')).toEqual(['Äpfel', 'apple', ...values.slice(2)])
    const ascii = databaseOf(valuesOf(['"b"', '"A"', '"a2"', '"B2"']))
    expect(sorted(ascii, 'v', 'ascending')).toEqual(['A', 'a2', 'b', 'B2'])
  })

  test('null and missing values come last, either way', () => {
    const database = databaseOf(['{}', '{"v":null}', '{"v":2}', '{"v":1}', '7'])
    expect(positions(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual([3, 2, 0, 1, 4])
    expect(positions(database, { sort: [{ path: 'v', direction: 'descending' }] })).toEqual([2, 3, 0, 1, 4])
  })

  test('by several columns, equal records staying as they came', () => {
    const database = databaseOf(['{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":0,"b":1}', '{"a":1,"b":1}'])
    const sort = [
      { path: 'a', direction: 'descending' },
      { path: 'b', direction: 'ascending' },
    ] as const
    expect(positions(database, { sort: [...sort] })).toEqual([0, 3, 1, 2])
  })

  test('records that are nested deeper than SQLite reads', () => {
    const database = databaseOf([`{"v":2,"d":${'['.repeat(2000)}${']'.repeat(2000)}}`, '{"v":1}', '{}'])
    expect(positions(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual([1, 0, 2])
    expect(positions(database, { sort: [{ path: 'v', direction: 'descending' }] })).toEqual([0, 1, 2])
  })

  test('members that SQL cannot name', () => {
    const database = databaseOf(['{"it\'s":1,"say \\"x\\"":2}', '{"it\'s":2,"say \\"x\\"":1}'])
    expect(positions(database, { sort: [{ path: "it's", direction: 'descending' }] })).toEqual([1, 0])
    expect(positions(database, { sort: [{ path: 'say "x"', direction: 'ascending' }] })).toEqual([1, 0])
  })

  test('no path and no value makes it fail or lose a record', () => {
    fc.assert(
      fc.property(fc.array(recordText, { maxLength: 12 }), fc.string(), (records, other) => {
        const database = databaseOf(records)
        for (const path of [...database.columns().map((column) => column.path), other])
          for (const direction of ['ascending', 'descending'] as const)
            expect(positions(database, { sort: [{ path, direction }] }).toSorted((a, b) => a - b)).toEqual([
              ...records.keys(),
            ])
      }),
    )
  })
})

describe('searching', () => {
  const database = (): RecordDatabase =>
    databaseOf([
      '{"a":"Straße in ZÜRICH"}',
      '{"a":"plain Report 100%"}',
      '{"a":"\\u00dcber_x"}',
      '{"B":"say \\"hi\\""}',
    ])

  test.each([
    ['zürich', [0]],
    ['REPORT', [1]],
    ['über', [2]],
    ['100%', [1]],
    ['r_x', [2]],
    ['%', [1]],
    ['_', [2]],
    ['say "hi"', [3]],
    ['"b"', [3]],
    ['', [0, 1, 2, 3]],
    ['\\', []],
  ])('%s', (search, expected) => {
    expect(positions(database(), { search })).toEqual(expected)
  })

  test('finds what stands in the text, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(), fc.nat(), (text, from, size) => {
        const characters = Array.from(text.toWellFormed())
        const start = from % (characters.length + 1)
        const search = characters.slice(start, start + (size % 5)).join('')
        const found = positions(databaseOf(['{"other":"0"}', `{"v":${JSON.stringify(text.toWellFormed())}}`]), {
          search,
        })
        expect(found).toContain(1)
      }),
    )
  })
})

describe('views while records come', () => {
  const sort: ListView['sort'] = [{ path: 'v', direction: 'descending' }]

  test('a search goes on over the records that came since', () => {
    const database = databaseOf(valuesOf(['"x1"', '"y"']))
    expect(positions(database, { search: 'x' })).toEqual([0])
    database.addPage(pageOf(valuesOf(['"x2"']), null, 'true'), false)
    expect(positions(database, { search: 'x' })).toEqual([0, 2])
  })

  test('an exact view has every record; a lagging one may leave out the newest for a while', () => {
    const database = databaseOf(valuesOf(['1', '2']))
    expect(positions(database, { sort })).toEqual([1, 0])
    for (let value = 3; value < 50; value += 1) {
      database.addPage(pageOf(valuesOf([String(value)]), null, 'true'), false)
      const lagging = database.rows({ search: '', sort }, 0, 1000, [], 'lagging')
      expect(lagging.count).toBe(lagging.rows.length)
      expect(lagging.count).toBeLessThanOrEqual(value)
      expect(positions(database, { sort })[0]).toBe(value - 1)
    }
  })

  test('windows of a view are parts of one order', () => {
    const records = valuesOf(Array.from({ length: 300 }, (_, index) => String((index * 7919) % 301)))
    const database = databaseOf(records)
    const all = positions(database, { sort })
    for (const offset of [0, 1, 150, 299, 300, 1000]) {
      const window = database.rows({ search: '', sort }, offset, 7, [])
      expect(window.rows.map(({ position }) => position)).toEqual(all.slice(offset, offset + 7))
      expect(window.count).toBe(300)
    }
  })

  test('an export has the records of its start in one order, whatever is shown or loaded meanwhile', () => {
    const database = databaseOf(valuesOf(['1', '3', '2', '4']))
    const batches = database.batches({ search: '', sort }, 2)
    const seen = [...(batches.next().value ?? [])]
    database.addPage(pageOf(valuesOf(['9']), null, 'true'), false)
    positions(database, { search: '4' })
    seen.push(...[...batches].flat())
    expect(seen.map((bytes) => Buffer.from(bytes).toString())).toEqual(valuesOf(['4', '3', '2', '1']))
  })
})
