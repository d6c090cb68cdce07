import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FilterCondition } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { rounds } from '../testing/rounds.ts'
import type { RecordDatabase } from './record-database.ts'
import { jsonNumberText, recordText } from './testing/json-text.ts'
import { pageOf } from './testing/page-text.ts'
import { searchFor } from './testing/plain-search.ts'
import { everything, positionsOf, RecordDatabases, recordsOf } from './testing/record-databases.ts'
import { numberKey } from './values/number-order.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(() => databases.end())

const databaseOf: RecordDatabases['of'] = (...pages) => databases.of(...pages)

/** The column's values in a sorted query's order. */
async function sorted(
  database: RecordDatabase,
  path: string,
  direction: 'ascending' | 'descending',
): Promise<(string | undefined)[]> {
  const { rows } = await database.rows({ search: [], filters: [], sort: [{ path, direction }] }, 0, 1000, [path])
  return rows.map(({ texts: [text], kinds: [kind] }) => (kind === 'absent' ? undefined : text))
}

describe('records', () => {
  test('RecordDatabase: keeps every record’s text byte for byte, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(recordText, { maxLength: 4 }), { maxLength: 3 }), async (pages) => {
        const database = databaseOf(...pages)
        for (const [position, text] of pages.flat().entries())
          expect(Buffer.from(database.bytes(position) ?? []).toString()).toBe(text)
        expect((await database.rows(everything, 0, 1000, [])).count).toBe(pages.flat().length)
      }),
    )
  })

  test('RecordDatabase: a truncated page leaves no trace in records or columns', async () => {
    const database = databaseOf(['{"a":1}'])
    const page = pageOf(['{"a":2}', '{"b":[1,2,3]}'], null, 'true')
    for (let length = 0; length < page.length; length += 1)
      expect(() => database.addPage(page.subarray(0, length), false)).toThrow()
    expect(await database.rows(everything, 0, 10, ['a'])).toEqual({
      rows: [{ position: 0, texts: ['1'], kinds: ['number'], cut: [] }],
      count: 1,
      covers: 1,
    })
    database.addPage(page, false)
    expect(database.columns()).toEqual([
      { path: 'a', type: 'number', filled: 2 },
      { path: 'b', type: 'list', filled: 1 },
    ])
  })

  test('RecordDatabase: replaces the last page when it is requested again', async () => {
    const database = databaseOf(['{"a":1}'], ['{"a":2}', '{"b":null}'])
    expect(database.addPage(pageOf(['{"a":"x"}'], 'c', 'false'), true)).toMatchObject({ records: 2 })
    expect((await database.rows(everything, 0, 10, ['a'])).rows.flatMap(({ texts }) => texts)).toEqual(['1', 'x'])
    expect(database.columns()).toEqual([{ path: 'a', type: 'mixed', filled: 2 }])
    expect(() => database.addPage(Buffer.from('{'), true)).toThrow()
    expect((await database.rows(everything, 0, 10, [])).count).toBe(2)
  })

  test.each([
    ['<!doctype html><title>Sign in</title>', 'response-not-json', 'HTML'],
    ['', 'response-not-json', 'empty'],
    ['{"reports":[{"a":1},{"a"', 'response-truncated', 'breaks off'],
    ['{"reports":[{"a":01}]}', 'response-not-json', 'byte 18'],
    ['[{"a":1}]', 'list-envelope-invalid', 'bare array'],
    ['{"reports":{"a":1},"lastPage":"true"}', 'list-records-missing', 'no array'],
    ['{"reports":[],"reports":[],"lastPage":"true"}', 'list-envelope-invalid', 'twice'],
  ])('RecordDatabase: refuses %s with %s', (body, code, words) => {
    const database = databases.open(databases.file(0), { chosenMember: undefined })
    expect(() => database.addPage(Buffer.from(body), false)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) as string }) as Error,
    )
  })

  test('RecordDatabase: refuses text that is not UTF-8, because characters would be lost', () => {
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
  test('Columns: are the union of the records’ fields, nested ones by their paths', () => {
    const database = databaseOf(
      ['{"id":1,"owner":{"name":"x","address":{"city":"Oslo"}},"tags":[1]}'],
      ['{"id":2,"late":true,"when":"2024-05-06T07:08:09Z","a.b":null}', '{"id":"three","owner":{}}'],
    )
    expect(database.columns()).toEqual([
      { path: 'id', type: 'number', filled: 3 },
      { path: 'owner', type: 'object', filled: 2 },
      { path: 'owner.name', type: 'text', filled: 1 },
      { path: 'owner.address.city', type: 'text', filled: 1 },
      { path: 'tags', type: 'list', filled: 1 },
      { path: 'late', type: 'boolean', filled: 1 },
      { path: 'when', type: 'datetime', filled: 1 },
      { path: 'a\\.b', type: 'null', filled: 0 },
    ])
  })

  test.each([
    [['"2026-11-03"', '"2026-11-04T08:00Z"', '""'], 'datetime'],
    [['1', '2', '"n/a"'], 'number'],
    [['1', '"n/a"'], 'mixed'],
    [['"2026-11-03"', '"n/a"'], 'text'],
    [['"a"', '"b"', '1'], 'mixed'],
    [['null', 'null', '1'], 'number'],
  ])('Columns: a few odd values do not change the type of numbers or dates, %j', (values, type) => {
    expect(databaseOf(recordsOf(values)).columns()).toMatchObject([{ type }])
    expect(databaseOf(recordsOf(values.toReversed())).columns()).toMatchObject([{ type }])
  })

  test('Columns: the first of two fields of the same name counts, in columns, cells and sorting alike', async () => {
    const database = databaseOf(['{"v":2,"v":"x"}', '{"\\u0076":1,"v":3}'])
    expect(database.columns()).toEqual([{ path: 'v', type: 'number', filled: 2 }])
    expect(await sorted(database, 'v', 'ascending')).toEqual(['1', '2'])
    const nested = databaseOf(['{"o":{"a":1},"o":{"b":2}}', '{"o":{"b":1}}'])
    expect(await sorted(nested, 'o.b', 'ascending')).toEqual(['1', undefined])
  })

  test('Cells: show the record’s text, cut after 500 characters', async () => {
    const long = 'ä'.repeat(600)
    const database = databaseOf([`{"n":1.50e400,"t":"a\\u00e4\\n","l":${JSON.stringify(long)},"z":null,"o":{"k":[]}}`])
    expect((await database.rows(everything, 0, 1, ['n', 't', 'l', 'z', 'o', 'missing'])).rows[0]).toEqual({
      position: 0,
      texts: ['1.50e400', 'aä\n', 'ä'.repeat(500), 'null', '{"k":[]}', ''],
      kinds: ['number', 'text', 'text', 'null', 'object', 'absent'],
      cut: [2],
    })
  })
})

describe('sorting', () => {
  test('Sort: orders numbers by all their digits', async () => {
    const ascending = ['-1e400', '-9007199254740993', '-9007199254740992', '0', '0.10', '0.1000000000000000000001']
    const values = [...ascending, '9007199254740992', '9007199254740993', '18446744073709551617', '1e400']
    const database = databaseOf(recordsOf(values.toReversed()))
    expect(await sorted(database, 'v', 'ascending')).toEqual(values)
    expect(await sorted(database, 'v', 'descending')).toEqual(values.toReversed())
  })

  test('Sort: orders any numbers by all their digits and keeps the order of equal ones', async () => {
    const number = fc.oneof(
      jsonNumberText,
      fc.integer({ min: -3, max: 3 }).map((more) => String(2n ** 63n + BigInt(more))),
      fc.integer({ min: -3, max: 3 }).map((more) => String(-(2n ** 63n) + BigInt(more))),
      fc.integer({ min: -3, max: 3 }).map((more) => String(999_999_999_999_999_000n + BigInt(more))),
      fc.constantFrom('999999999999999e3', '999999999999999000.0', '0.1', '0.2', '0.3', '1', '-1'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 2, maxLength: 8 }), fc.nat(255), async (numbers, quoted) => {
        const keys = numbers.map((text) => numberKey(text))
        const expected = [...keys.keys()].sort((a, b) => {
          const [left = '', right = ''] = [keys[a], keys[b]]
          return left < right ? -1 : left > right ? 1 : a - b
        })
        // Also if some, but not all, were sent as text.
        const written = numbers.map((text, index) => (index > 0 && (quoted >> index) % 2 === 1 ? `"${text}"` : text))
        const database = databaseOf(recordsOf(written))
        expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual(expected)
      }),
      { numRuns: rounds(100, 300) },
    )
  })

  test('Sort: puts text that is only a number among numbers, and other text after them', async () => {
    const values = ['true', '-1', '"2.5"', '9', '"10"', '"5."', '"007"', '"12 EUR"', '"2024-05-06"', '"a"', '[1]']
    const shown = values.map((text) => text.replaceAll('"', ''))
    const database = databaseOf(recordsOf(values.toReversed()))
    expect(await sorted(database, 'v', 'ascending')).toEqual(shown)
    expect(await sorted(database, 'v', 'descending')).toEqual(shown.toReversed())
    // Too many digits to copy by hand.
    const long = `"${'9'.repeat(5000)}"`
    expect(
      await positionsOf(databaseOf(recordsOf([long, '"a"', '1e4999', '1e5000'])), {
        sort: [{ path: 'v', direction: 'ascending' }],
      }),
    ).toEqual([2, 0, 3, 1])
  })

  test('Sort: orders texts as numbers if most of them are, equal ones as loaded and odd ones after them', async () => {
    const values = [
      '"-10.00"',
      '"-3.00"',
      '"0.5"',
      '"1.1"',
      '"1.10"',
      '"1e1"',
      '"\\u0031\\u0031"',
      '""',
      '"n/a"',
      'null',
    ]
    const inOrder = values.map((_, position) => position)
    const byValue = [{ path: 'v', direction: 'ascending' as const }]
    expect(await positionsOf(databaseOf(recordsOf(values)), { sort: byValue })).toEqual(inOrder)
    const reversed = databaseOf(recordsOf(values.toReversed()))
    expect(await sorted(reversed, 'v', 'ascending')).toEqual([
      ...['-10.00', '-3.00', '0.5', '1.10', '1.1', '1e1', '11', '', 'n/a', 'null'],
    ])
  })

  test('Sort: orders odd texts among dates after them, and a few dates among texts as text', async () => {
    const dates = ['"2026-11-04T01:00:00+02:00"', '"2026-11-03T23:30:00Z"', '"2026-11-05"', '""', '"n/a"']
    expect(await sorted(databaseOf(recordsOf(dates.toReversed())), 'v', 'ascending')).toEqual(
      dates.map((json) => JSON.parse(json) as string),
    )
    const texts = ['"2026-11-03 a"', '"2026-11-04"', '"2026-11-05 b"']
    expect(await sorted(databaseOf(recordsOf(texts.toReversed())), 'v', 'ascending')).toEqual(
      texts.map((json) => JSON.parse(json) as string),
    )
  })

  test('Sort: orders a column of dates by instant, also if its odd texts have more distinct values', async () => {
    const [later, earlier] = ['"2026-11-03T23:30:00Z"', '"2026-11-04T01:00:00+02:00"']
    const odd = ['"a"', '"b"', '"n/a"']
    const database = databaseOf(recordsOf([later, earlier, ...odd, later, earlier]))
    expect(database.columns()).toMatchObject([{ type: 'datetime' }])
    const dates = [earlier, earlier, later, later, ...odd].map((json) => JSON.parse(json) as string)
    expect(await sorted(database, 'v', 'ascending')).toEqual(dates)
  })

  test('Sort: orders a column of text as text, also if most of its distinct texts are dates', async () => {
    const [later, earlier] = ['"2026-11-03T23:30:00Z"', '"2026-11-04T01:00:00+02:00"']
    const database = databaseOf(recordsOf([earlier, '"-"', '"-"', later, '"-"']))
    expect(database.columns()).toMatchObject([{ type: 'text' }])
    const texts = ['"-"', '"-"', '"-"', later, earlier].map((json) => JSON.parse(json) as string)
    expect(await sorted(database, 'v', 'ascending')).toEqual(texts)
    // A page without a new value turns it into a column of dates.
    database.addPage(pageOf(recordsOf([later, earlier]), null, 'true'), false)
    expect(database.columns()).toMatchObject([{ type: 'datetime' }])
    const dates = [earlier, earlier, later, later, '"-"', '"-"', '"-"'].map((json) => JSON.parse(json) as string)
    expect(await sorted(database, 'v', 'ascending')).toEqual(dates)
  })

  test('Sort: orders text that has few numbers as text, with digits by their value', async () => {
    const values = ['"1.9"', '"1.9.1"', '"1.10"', '"1.10.2"', '"10x"', 'null']
    const shown = values.map((text) => text.replaceAll('"', ''))
    expect(await sorted(databaseOf(recordsOf(values.toReversed())), 'v', 'ascending')).toEqual(shown)
  })

  test('Sort: orders 64-bit integers next to fractions', async () => {
    const values = ['1.5', '2', '900000000000000001', '900000000000000002']
    expect(await sorted(databaseOf(recordsOf(values.toReversed())), 'v', 'ascending')).toEqual(values)
  })

  test('Sort: orders dates by their instants', async () => {
    const values = ['2024-05-06T10:00:00+05:00', '2024-05-06 07:00:00Z', '2024-05-06T08:00:00Z', '2024-05-07']
    const database = databaseOf(recordsOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(database.columns()).toMatchObject([{ type: 'datetime' }])
    expect(await sorted(database, 'v', 'ascending')).toEqual(values)
  })

  test('Sort: orders dates of the same length that are written differently', async () => {
    const values = ['2024-05-06T07:00:00Z', '2024-05-06 09:00:00Z', '2024-05-06T10:00:00Z']
    const database = databaseOf(recordsOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(await sorted(database, 'v', 'ascending')).toEqual(values)
  })

  test('Sort: orders dates of the same length with different separators', async () => {
    for (const values of [
      ['2024/05/05', '2024-05-06', '2024/05/07'],
      ['2024/05/05T00:00:00Z', '2024-05-06T00:00:00Z', '2024/05/07T00:00:00Z'],
      ['20240505T000000Z', 'Mon, 06 May 2024 00:00:00 GMT', '2024/05/07 00:00:00 UTC'],
    ]) {
      const database = databaseOf(recordsOf(values.toReversed().map((text) => JSON.stringify(text))))
      expect(await sorted(database, 'v', 'ascending')).toEqual(values)
    }
  })

  test('Sort: orders dates and numbers written with escapes like those without', async () => {
    const dates = [
      '"2026\\/11\\/21"',
      '"2026-11-22T00:00:00+01:00[Europe\\/Berlin]"',
      '"2026/11/22"',
      '"2026-11-22T02:00:00\\u002b01:00"',
    ]
    const shown = dates.map((json) => JSON.parse(json) as string)
    const database = databaseOf(recordsOf(dates.toReversed()))
    expect(database.columns()).toMatchObject([{ type: 'datetime' }])
    expect(await sorted(database, 'v', 'ascending')).toEqual(shown)
    const numbers = databaseOf(recordsOf(['"1\\u0030"', '9', '"x"', '11']))
    expect(await sorted(numbers, 'v', 'ascending')).toEqual(['9', '10', '11', 'x'])
  })

  test('Sort: ignores letter case in text, in every script', async () => {
    const values = ['Äpfel', 'apple', 'banana', 'Österreich', 'Zürich', 'Ωμέγα', 'ωμέγας']
    const database = databaseOf(recordsOf(values.toReversed().map((text) => JSON.stringify(text))))
    expect(await sorted(database, 'v', 'ascending')).toEqual(['Äpfel', 'apple', ...values.slice(2)])
    const ascii = databaseOf(recordsOf(['"b"', '"A"', '"a2"', '"B2"']))
    expect(await sorted(ascii, 'v', 'ascending')).toEqual(['A', 'a2', 'b', 'B2'])
  })

  test('Sort: puts null and missing values last, either way', async () => {
    const database = databaseOf(['{}', '{"v":null}', '{"v":2}', '{"v":1}', '7'])
    expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual([3, 2, 0, 1, 4])
    expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'descending' }] })).toEqual([2, 3, 0, 1, 4])
  })

  test('Sort: orders by several columns and keeps the order of equal records', async () => {
    const database = databaseOf(['{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":0,"b":1}', '{"a":1,"b":1}'])
    const sort = [
      { path: 'a', direction: 'descending' },
      { path: 'b', direction: 'ascending' },
    ] as const
    expect(await positionsOf(database, { sort: [...sort] })).toEqual([0, 3, 1, 2])
  })

  test('Sort: orders records that are nested deeper than SQLite reads', async () => {
    const database = databaseOf([`{"v":2,"d":${'['.repeat(2000)}${']'.repeat(2000)}}`, '{"v":1}', '{}'])
    expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'ascending' }] })).toEqual([1, 0, 2])
    expect(await positionsOf(database, { sort: [{ path: 'v', direction: 'descending' }] })).toEqual([0, 1, 2])
  })

  test('Sort: orders by fields that SQL cannot name', async () => {
    const database = databaseOf(['{"it\'s":1,"say \\"x\\"":2}', '{"it\'s":2,"say \\"x\\"":1}'])
    expect(await positionsOf(database, { sort: [{ path: "it's", direction: 'descending' }] })).toEqual([1, 0])
    expect(await positionsOf(database, { sort: [{ path: 'say "x"', direction: 'ascending' }] })).toEqual([1, 0])
  })

  test('Sort: never fails or loses a record, whatever the path and values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(recordText, { maxLength: 12 }), fc.string(), async (records, other) => {
        const database = databaseOf(records)
        for (const path of [...database.columns().map((column) => column.path), other])
          for (const direction of ['ascending', 'descending'] as const)
            expect((await positionsOf(database, { sort: [{ path, direction }] })).toSorted((a, b) => a - b)).toEqual([
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
      '{"B":"say \\"hi\\"","c":-12.50,"d":[true,null]}',
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
    ['"hi"', [3]],
    ['-12.50', [3]],
    ['ULL', [3]],
    ['true', [3]],
    ['\\', []],
    // Names of fields, what is between values, and texts across several of them.
    ['"b"', []],
    ['b', [2]],
    ['a":', []],
    ['{', []],
    [',', []],
    ['true,null', []],
  ])('Search: finds “%s” in the right records', async (text, expected) => {
    expect(await positionsOf(database(), { search: searchFor(text) })).toEqual(expected)
  })

  test('Search: all words must occur, each in any value, and excluded ones in none', async () => {
    const records = databaseOf([
      '{"name":"Settlement of May","status":"Errored"}',
      '{"name":"Settlement of June","status":"Completed"}',
      '{"name":"Fees of May","status":"errored"}',
    ])
    const search = searchFor('errored', 'settle')
    expect(await positionsOf(records, { search })).toEqual([0])
    expect(await positionsOf(records, { search: searchFor('settlement errored') })).toEqual([])
    expect(await positionsOf(records, { search: searchFor('of', 'status') })).toEqual([])
    const without = { text: 'JUNE', excludes: true }
    expect(await positionsOf(records, { search: [...searchFor('settlement'), without] })).toEqual([0])
    expect(await positionsOf(records, { search: [without] })).toEqual([0, 2])
    expect(await positionsOf(records, { search: [without, { text: 'status', excludes: true }] })).toEqual([0, 2])
  })

  test.each([
    ['café', ['café', 'cafe\u0301', 'Le CAFE\u0301 noir', 'cafe']],
    ['cafe\u0301', ['café', 'cafe\u0301', 'Le CAFÉ noir', 'cafe']],
    ['izmir', ['İzmir', 'I\u0307zmir', 'in İZMİR', 'zmir']],
    ['İZMİR', ['izmir', 'i\u0307zmir', 'in Izmir', 'zmir']],
    ['한국', ['한국'.normalize('NFD'), '한국', '대한국', '한']],
  ])('Search and filters: find %j in either Unicode form and case', async (text, texts) => {
    const database = databaseOf(recordsOf(texts.map((each) => JSON.stringify(each))))
    const filtered = (condition: FilterCondition): Promise<number[]> =>
      positionsOf(database, { filters: [{ path: 'v', excludes: false, condition }] })
    expect(await positionsOf(database, { search: searchFor(text) })).toEqual([0, 1, 2])
    expect(await filtered({ kind: 'contains', text })).toEqual([0, 1, 2])
    expect(await filtered({ kind: 'equals', text })).toEqual([0, 1])
  })

  test('Search and filters: treat each form of sigma as the same letter, anywhere in a word', async () => {
    const texts = ['ΟΔΟΣΤΡΩΜΑ', 'οδοστρωμα', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'οδο']
    const database = databaseOf(recordsOf(texts.map((text) => JSON.stringify(text))))
    for (const text of ['ΟΔΟΣ', 'οδος', 'οδοσ']) {
      expect(await positionsOf(database, { search: searchFor(text) })).toEqual([0, 1, 2, 3, 4])
      const filtered = (condition: FilterCondition): Promise<number[]> =>
        positionsOf(database, { filters: [{ path: 'v', excludes: false, condition }] })
      expect(await filtered({ kind: 'contains', text })).toEqual([0, 1, 2, 3, 4])
      expect(await filtered({ kind: 'equals', text })).toEqual([2, 3, 4])
    }
  })

  test('Search: quotes in field names hide nothing, also in a list opened again', async () => {
    const record = '{"5\\" pipes":"of steel","grade":true}'
    const database = databaseOf([record, record], [record])
    const kept = databases.reopen(databaseOf([record, record], [record]))
    for (const records of [database, kept]) {
      expect(await positionsOf(records, { search: searchFor('of steel') })).toEqual([0, 1, 2])
      for (const text of ['pipes', 'grade'])
        expect(await positionsOf(records, { search: searchFor(text) }), text).toEqual([])
    }
  })

  test('Search: finds any part of a value’s text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(), fc.nat(), async (text, from, size) => {
        // Part of a letter with marks is not found: composed, it has no such part.
        const letters = Array.from(new Intl.Segmenter().segment(text.toWellFormed()), ({ segment }) => segment)
        const start = from % (letters.length + 1)
        const search = searchFor(letters.slice(start, start + 1 + (size % 5)).join('') || '0')
        const found = await positionsOf(
          databaseOf(['{"other":"0"}', `{"v":${JSON.stringify(`${text.toWellFormed()}0`)}}`]),
          { search },
        )
        expect(found).toContain(1)
      }),
    )
  })
})

describe('queries during a load', () => {
  const sort: ListQuery['sort'] = [{ path: 'v', direction: 'descending' }]

  test('Search: includes records that were added since', async () => {
    const database = databaseOf(recordsOf(['"x1"', '"y"']))
    expect(await positionsOf(database, { search: searchFor('x') })).toEqual([0])
    database.addPage(pageOf(recordsOf(['"x2"']), null, 'true'), false)
    expect(await positionsOf(database, { search: searchFor('x') })).toEqual([0, 2])
  })

  test('Query: an exact one has every record; a lagging sort stays as it was and says how many it covers', async () => {
    const database = databaseOf(recordsOf(['1', '12']))
    expect(await positionsOf(database, { sort })).toEqual([1, 0])
    database.addPage(pageOf(recordsOf(['13']), null, 'true'), false)
    const lagging = await database.rows({ ...everything, sort }, 0, 1000, [], 'lagging')
    expect(lagging.rows.map(({ position }) => position)).toEqual([1, 0])
    expect(lagging).toMatchObject({ count: 2, covers: 2 })
    const searched = await database.rows({ ...everything, search: searchFor('1') }, 0, 1000, [], 'lagging')
    expect(searched).toMatchObject({ count: 3, covers: 3 })
    expect(await positionsOf(database, { sort })).toEqual([2, 1, 0])
  })

  test('Query: its windows are parts of one order', async () => {
    const records = recordsOf(Array.from({ length: 300 }, (_, index) => String((index * 7919) % 301)))
    const database = databaseOf(records)
    const all = await positionsOf(database, { sort })
    for (const offset of [0, 1, 150, 299, 300, 1000]) {
      const window = await database.rows({ search: [], filters: [], sort }, offset, 7, [])
      expect(window.rows.map(({ position }) => position)).toEqual(all.slice(offset, offset + 7))
      expect(window.count).toBe(300)
    }
  })

  test('Query: has a record’s row, and none for a record that it leaves out', async () => {
    const values = Array.from({ length: 100 }, (_, index) => String((index * 7919) % 101))
    const database = databaseOf(recordsOf(values))
    const filters: ListQuery['filters'] = [
      { path: 'v', excludes: false, condition: { kind: 'range', from: { value: '50', inclusive: true } } },
    ]
    for (const query of [
      everything,
      { ...everything, sort },
      { ...everything, filters },
      { search: searchFor('9'), filters, sort },
    ]) {
      const shown = await positionsOf(database, query)
      for (let position = 0; position < values.length + 2; position += 1) {
        const row = shown.indexOf(position)
        expect(await database.rowOf(query, position)).toBe(row === -1 ? undefined : row)
      }
    }
  })
})

describe('reopened file', () => {
  test('Reopened file: has the same records and columns, and continues as if never closed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(recordText, { maxLength: 4 }), { maxLength: 4 }),
        fc.array(recordText, { maxLength: 4 }),
        async (pages, more) => {
          const kept = databaseOf(...pages)
          const again = databases.reopen(databaseOf(...pages))
          expect(again.columns()).toEqual(kept.columns())
          for (const database of [kept, again]) database.addPage(pageOf(more, null, 'true'), false)
          expect(again.columns()).toEqual(kept.columns())
          const paths = kept.columns().map(({ path }) => path)
          expect(await again.rows(everything, 0, 1000, paths)).toEqual(await kept.rows(everything, 0, 1000, paths))
          for (const path of paths) {
            const query: Partial<ListQuery> = { sort: [{ path, direction: 'ascending' }] }
            expect(await positionsOf(again, query)).toEqual(await positionsOf(kept, query))
          }
        },
      ),
    )
  })

  test('Reopened file: has every page as received', () => {
    const pages = [pageOf(['{"a":1}'], 'c2', 'false'), pageOf(['{"a":2}', '{"b":[]}'], null, 'true')]
    const database = databaseOf()
    for (const page of pages) database.addPage(page, false)
    const again = databases.reopen(database)
    expect(again.pages).toBe(2)
    expect([0, 1].map((page) => Buffer.from(again.pageBody(page) ?? []))).toEqual(pages)
    expect(again.pageBody(2)).toBeUndefined()
  })

  test('Reopened file: has every page’s envelope, wherever in the page it is', () => {
    const database = databaseOf()
    const bodies = [
      '{"next":"c2","lastPage":"false","reports":[{"next":"x"},{"lastPage":"y"}]}',
      '{"next":"no","reports":[ {"a":"]"} , [1] ],"next":"c3","lastPage":"false"}',
      '{"lastPage":"false","reports":[7],"more":{"next":1},"next":"c4"}',
      '\uFEFF{"next":"c5","lastPage":"false","reports":[1]}',
      '{"reports":[],"next":null,"lastPage":"true"}',
    ]
    for (const body of bodies) database.addPage(Buffer.from(body), false)
    const again = databases.reopen(database)
    expect([0, 1, 2, 3, 4].map((page) => again.envelope(page)?.next)).toEqual([
      { kind: 'cursor', cursor: 'c2' },
      { kind: 'cursor', cursor: 'c3' },
      { kind: 'cursor', cursor: 'c4' },
      { kind: 'cursor', cursor: 'c5' },
      { kind: 'none' },
    ])
    expect([3, 4].map((page) => again.envelope(page)?.lastPage)).toEqual(['false', 'true'])
    expect(again.envelope(5)).toBeUndefined()
  })

  test('Reopened file: has all complete pages if its writer was cut off, anywhere', async () => {
    const database = databaseOf(['{"a":1}'], ['{"a":2}', '{"b":3}'])
    const file = databases.file(0)
    const first = await readFile(file)
    databases.close(database)
    const single = databaseOf(['{"a":1}'])
    const firstPage = (await readFile(databases.file(1))).length
    for (let length = firstPage; length < first.length; length += 1) {
      await writeFile(file, first.subarray(0, length))
      const again = databases.open(file)
      expect(again.records).toBe(1)
      expect(again.columns()).toEqual(single.columns())
      again.addPage(pageOf(['{"c":1}'], null, 'true'), false)
      expect(again.records).toBe(2)
      databases.close(again)
    }
  })

  test('Reopened file: has all complete pages if a power cut left zeros for the rest, anywhere', async () => {
    const database = databaseOf(['{"a":1}'])
    const file = databases.file(0)
    const firstPage = (await readFile(file)).length
    database.addPage(pageOf(['{"a":2}', '{"b":3}'], null, 'true'), false)
    const whole = await readFile(file)
    for (let from = firstPage; from < whole.length; from += 1) {
      await writeFile(file, Buffer.from(whole).fill(0, from))
      const again = databases.open(file)
      expect(again.records).toBe(1)
      expect(again.columns()).toEqual([{ path: 'a', type: 'number', filled: 1 }])
      again.addPage(pageOf(['{"c":1}'], null, 'true'), false)
      expect(again.records).toBe(2)
      databases.close(again)
    }
  })

  test('Reopened file: is refused and unchanged if a page before the last is unreadable', async () => {
    const database = databaseOf(['{"a":1}'])
    const file = databases.file(0)
    const firstPage = (await readFile(file)).length
    database.addPage(pageOf(['{"a":2}', '{"b":3}'], null, 'true'), false)
    const damaged = (await readFile(file)).fill(0, 32, firstPage)
    await writeFile(file, damaged)
    expect(() => databases.open(file)).toThrow(expect.objectContaining({ code: 'list-file-damaged' }) as Error)
    expect(await readFile(file)).toEqual(damaged)
  })

  test('Reopened file: is refused if it is not one of Clavis’s', async () => {
    const file = join(databases.folder, 'other')
    await writeFile(file, 'x'.repeat(100))
    expect(() => databases.open(file)).toThrow(expect.objectContaining({ code: 'list-file-damaged' }) as Error)
  })
})
