import { Buffer } from 'node:buffer'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects, asyncBufferFromFile } from 'hyparquet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportNotes, type ParquetType } from '#shared/lists/export-forms.ts'
import {
  defaultCsvOptions,
  exportOptionsSchema,
  type ChosenRecords,
  type CsvOptions,
  type ExportOptions,
  type SavedColumns,
} from '#shared/lists/export.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { runWithinFileSize } from '../../testing/file-size-limit.ts'
import { rounds } from '../../testing/rounds.ts'
import { RecordDatabase } from '../record-database.ts'
import { jsonNumberText, recordText } from '../testing/json-text.ts'
import { pageOf } from '../testing/page-text.ts'
import { numberKey } from '../values/number-order.ts'
import { exportRecords } from './record-export.ts'

const everything: ListQuery = { search: [], filters: [], sort: [] }
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

const unhurried = { signal: never, onProgress: () => undefined }

async function saved(records: readonly string[], options: ExportOptions, query = everything): Promise<Buffer> {
  const path = join(folder, 'saved')
  const database = databaseOf(records)
  await exportRecords({ records: database, chosen: { kind: 'query', query }, options, path, ...unhurried })
  return readFile(path)
}

const csvOptions = (changes: Partial<CsvOptions> = {}, columns?: SavedColumns): ExportOptions => ({
  format: 'csv',
  ...defaultCsvOptions,
  ...changes,
  ...(columns === undefined ? {} : { columns }),
})

/** Saves as CSV and reads that with a reader that has nothing to do with the writer. */
async function throughCsv(records: readonly string[], changes: Partial<CsvOptions> = {}): Promise<string[][]> {
  const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[changes.delimiter ?? 'comma']
  const options = { delimiter, record_delimiter: '\r\n', bom: true, skip_empty_lines: false }
  return parse(await saved(records, csvOptions(changes)), options)
}

describe('NDJSON', () => {
  test('NDJSON export: has the records as received, byte for byte', async () => {
    const oneLine = recordText.filter((text) => !/[\r\n]/u.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(oneLine, { maxLength: 8 }), async (records) => {
        const bytes = await saved(records, { format: 'ndjson' })
        expect(bytes.equals(Buffer.from(records.map((text) => `${text}\n`).join('')))).toBe(true)
      }),
    )
  })

  test('NDJSON export: puts a record of several lines on one, its values unchanged', async () => {
    expect((await saved(['{\r\n  "a": "x\\ny",\n  "b": -0\n}', '1'], { format: 'ndjson' })).toString()).toBe(
      '{    "a": "x\\ny",   "b": -0 }\n1\n',
    )
  })

  test('NDJSON export: has the records of a query, in its order', async () => {
    const query: ListQuery = {
      search: [{ text: 'x', excludes: false }],
      filters: [],
      sort: [{ path: 'v', direction: 'descending' }],
    }
    expect(
      (await saved(['{"v":1,"t":"X"}', '{"v":3}', '{"v":2,"t":"x"}'], { format: 'ndjson' }, query)).toString(),
    ).toBe('{"v":2,"t":"x"}\n{"v":1,"t":"X"}\n')
  })
})

test('JSON export: is one array of the records as received', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(recordText, { maxLength: 5 }), async (records) => {
      const text = (await saved(records, { format: 'json' })).toString()
      expect(text).toBe(records.length === 0 ? '[\n]\n' : `[\n${records.join(',\n')}\n]\n`)
      // Values are not compared here: V8's JSON.parse may take the first of two equal names inside an array of records.
      expect(JSON.parse(text)).toHaveLength(records.length)
    }),
  )
})

describe('CSV', () => {
  test('CSV export: has a line for each record, also for readers that skip empty lines', async () => {
    const text = await saved(['{"note":"a"}', '{"note":null}', '{}', '{"note":""}'], csvOptions())
    expect(parse(text, { columns: true, skip_empty_lines: true })).toEqual([
      { note: 'a' },
      { note: '' },
      { note: '' },
      { note: '' },
    ])
  })

  test('CSV export: has a column for each path, including nested fields', async () => {
    const text = (
      await saved(['{"id":12345678901234567890,"o":{"a":"x"}}', '{"o":{"b":null},"t":[1, 2]}'], csvOptions())
    ).toString()
    expect(text).toBe('id,o.a,o.b,t\r\n12345678901234567890,x,,\r\n,,,"[1, 2]"\r\n')
  })

  test('CSV export: has nested fields in one column as JSON if chosen', async () => {
    expect(await throughCsv(['{"id":1,"o":{"a":"x","b":{"c":0.10}}}', '{"o":7}'], { nested: 'json' })).toEqual([
      ['id', 'o'],
      ['1', '{"a":"x","b":{"c":0.10}}'],
      ['', '7'],
    ])
  })

  test('CSV export: has the chosen byte order mark and delimiter', async () => {
    const bytes = await saved(['{"a":1,"b":"x,y"}'], csvOptions({ byteOrderMark: true, delimiter: 'semicolon' }))
    expect(bytes.toString()).toBe('\uFEFFa;b\r\n1;"x,y"\r\n')
  })

  test('CSV export: text that a spreadsheet would run gets an apostrophe, also in headers; numbers stay numbers', async () => {
    const records = [
      '{"=cmd":"=1+1","b":"+1","c":"-1+cmd|x","d":"@x","e":"\\tx","f":"\\rx","g":-1,"h":"a=1","i":"-12.50","j":"＝1"}',
    ]
    expect(await throughCsv(records)).toEqual([
      ["'=cmd", 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
      ["'=1+1", "'+1", "'-1+cmd|x", "'@x", "'\tx", "'\rx", '-1', 'a=1', '-12.50', "'＝1"],
    ])
    expect((await throughCsv(records, { guardFormulas: false }))[1]?.[0]).toBe('=1+1')
  })

  test('CSV export: text that a spreadsheet would run with another delimiter gets an apostrophe', async () => {
    const texts = ['x,=1+1', 'x;@y', 'x\t+1', 'x\n-1+1', 'x,"=1', 'x, =1', 'a\nb', '1,-2.5,3', 'x;-1', 'x-1;y=2']
    const [, ...lines] = await throughCsv(texts.map((text) => JSON.stringify({ text })))
    expect(lines.flat()).toEqual([
      ...["x,'=1+1", "x;'@y", "x\t'+1", "x\n'-1+1", 'x,"\'=1'],
      ...['x, =1', 'a\nb', '1,-2.5,3', 'x;-1', 'x-1;y=2'],
    ])
    const list = '["x","=1+1",-1,[-2],"a,=b"]'
    expect((await throughCsv([`{"list":${list}}`]))[1]).toEqual([`["x","'=1+1",-1,[-2],"a,'=b"]`])
    expect((await throughCsv([`{"list":${list}}`], { guardFormulas: false }))[1]).toEqual([list])
  })

  test('CSV export: no cell except numbers starts like a formula', async () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '-1', '-1.5e3', '＝', '＋', '－', '＠')
    const text = fc.tuple(start, fc.string({ maxLength: 6 })).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const [, ...lines] = await throughCsv(texts.map((value) => JSON.stringify({ value })))
        for (const [cell = ''] of lines) expect(cell).toMatch(/^(?:[^=+\-@\t\r\n＝＋－＠]|-[\d.eE+-]+$)/u)
      }),
    )
  })

  test.each(['comma', 'semicolon', 'tab'] as const)(
    'CSV export: another reader gets any text unchanged, %s',
    async (delimiter) => {
      const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed())
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
          const lines = await throughCsv(
            rows.map(([a, b]) => JSON.stringify({ a, b })),
            { delimiter, guardFormulas: false },
          )
          expect(lines).toEqual([['a', 'b'], ...rows.map(([a, b]) => [a, b])])
        }),
      )
    },
  )

  test('CSV export: a byte order mark before the first name, which readers remove, hides no formula', async () => {
    const saveText = async (byteOrderMark: boolean): Promise<string> =>
      (await saved([String.raw`{"\uFEFF=1+1":1,"x":"\uFEFF"}`], csvOptions({ byteOrderMark }))).toString()
    expect(await saveText(false)).toBe("'\uFEFF=1+1,x\r\n1,\uFEFF\r\n")
    expect(await saveText(true)).toBe("\uFEFF'\uFEFF=1+1,x\r\n1,\uFEFF\r\n")
  })

  test('CSV export: never has two columns of the same name, whatever the names in the data', async () => {
    const records = [String.raw`{"=n":1,"'=n":2,"'=n (2)":3,"\ud800":4,"\udc00":5}`]
    expect(await throughCsv(records)).toEqual([
      ["'=n", "'=n (3)", "'=n (2)", '\uFFFD', '\uFFFD (2)'],
      ['1', '2', '3', '4', '5'],
    ])
  })

  test('CSV export: has as many cells in each line as columns, for hostile records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordText, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('columns' as const, 'json' as const),
        async (records, nested) => {
          const lines = await throughCsv(records, { nested })
          const [header = []] = lines
          expect(lines.map((line) => line.length)).toEqual(new Array(records.length + 1).fill(header.length))
        },
      ),
    )
  })

  test('CSV export: has fields beyond the column limit in a last column as JSON', async () => {
    const members = Array.from({ length: 2003 }, (_, index) => `"m${index}":${index}`)
    const lines = await throughCsv([`{${members.join(',')},"o":{"x":0.10}}`, '{"m1":5}'])
    expect(lines[0]).toHaveLength(2001)
    expect(lines[0]?.at(-1)).toBe('(further members)')
    expect(lines[1]?.at(-1)).toBe('{"m2000":2000,"m2001":2001,"m2002":2002,"o":{"x":0.10}}')
    expect(lines[2]?.[1]).toBe('5')
    expect(lines[2]?.at(-1)).toBe('')
  })
})

test('CSV export: further members include empty objects and the first of repeated names', async () => {
  const wide = `{"o":{"x":1},${Array.from({ length: 2000 }, (_, index) => `"m${index}":0`).join(',')}}`
  const further = (
    await throughCsv([wide, '{"o":{},"o":[1]}', '{"y":1,"y":{},"z":{"a":[{}]},"o":{"n":{}}}', '{}'])
  ).map((line) => line.at(-1))
  expect(further.slice(2)).toEqual(['{"o":{}}', '{"y":1,"z":{"a":[{}]},"o.n":{}}', ''])
})

test.each([
  ['{"ID":1,"IDs":2}', '"ID",IDs'],
  ['{"IDNumber":1}', '"IDNumber"'],
  ['{"ID,x":1}', '"ID,x"'],
  ['{"id":1,"ID":2}', 'id,ID'],
])('CSV: the first cell is quoted if it starts with ID, which Excel takes for SYLK: %s', async (record, header) => {
  const csv = await saved([record], csvOptions())
  expect(csv.toString().split('\r\n')[0]).toBe(header)
})

describe('Parquet', () => {
  async function throughParquet(
    records: readonly string[],
    nested: CsvOptions['nested'] = 'columns',
  ): Promise<unknown> {
    await saved(records, { format: 'parquet', nested })
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'saved')) })
    // A reader gives each row every column.
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
  }

  test('Parquet export: has typed columns, and text wherever a number would lose a digit', async () => {
    expect(
      await throughParquet([
        '{"t":"ü","i":1,"l":900000000000000008,"d":0.10,"w":12345678901234567890,"p":0.1234567890123456789,"b":true,"o":{"x":[1, 2]}}',
        '{"t":"=1","i":-2,"l":2,"d":5,"w":1,"p":1.5,"b":null,"m":"x"}',
        '{"m":7,"d":-0}',
      ]),
    ).toEqual([
      {
        ...{ t: 'ü', i: 1n, l: 900000000000000008n, d: 0.1, w: '12345678901234567890', p: '0.1234567890123456789' },
        ...{ b: true, 'o.x': '[1, 2]' },
      },
      { t: '=1', i: -2n, l: 2n, d: 5, w: '1', p: '1.5', m: 'x' },
      { d: -0, m: '7' },
    ])
  })

  const typed = (types: Readonly<Record<string, ParquetType>>): ExportOptions => ({
    ...{ format: 'parquet', nested: 'columns' },
    types: Object.entries(types).map(([path, type]) => ({ path, type })),
  })

  test('Parquet: chosen types are the file’s, whatever the values of a day, also in a column that no record has', async () => {
    const options = typed({ amount: 'decimal(18,2)', big: 'decimal(38,1)', at: 'timestamp', id: 'text', n: 'integer' })
    const schemas = []
    for (const [amount, big] of [
      ['10', '1'],
      ['10.5', '-1234567890123456789012345678901234567'],
      ['"1e1"', 'null'],
      [undefined, undefined],
    ]) {
      const record =
        amount === undefined
          ? '{}'
          : `{"id":7,"amount":${amount},"big":${big},"at":"2026-11-02T23:00:00.000001-05:00","n":1.0}`
      const bytes = await saved([record], options)
      const metadata = parquetMetadata(Uint8Array.from(bytes).buffer)
      schemas.push(metadata.schema.slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1)))
      const [row] = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'saved')) })
      expect(row?.['amount']).toBe(amount === undefined ? null : Number(JSON.parse(amount)))
      expect(row?.['id']).toBe(amount === undefined ? null : '7')
      if (amount !== undefined) expect(row?.['at']).toEqual(new Date('2026-11-03T04:00:00Z'))
    }
    expect(schemas[0]).toMatchObject([
      { name: 'amount', type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
      { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
      { name: 'big', type: 'FIXED_LEN_BYTE_ARRAY', converted_type: 'DECIMAL', precision: 38, scale: 1 },
      { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      { name: 'n', type: 'INT64' },
    ])
    for (const schema of schemas) expect(schema).toEqual(schemas[0])
  })

  test.each<[ParquetType, string]>([
    ['decimal(18,2)', '1.001'],
    ['decimal(4,2)', '100'],
    ['decimal(18,2)', '1e999999'],
    ['decimal(18,2)', '"ten"'],
    ['decimal(18,2)', '"010"'],
    ['decimal(18,2)', '{}'],
    ['integer', '9223372036854775808'],
    ['integer', '1.5'],
    ['double', '12345678901234567890'],
    ['double', '0.30000000000000003'],
    ['double', '0.1234567890123456789'],
    ['double', '1e400'],
    ['boolean', '1'],
    ['timestamp', '"2026-02-30T00:00:00Z"'],
    ['timestamp', '"2026-02-03T00:00:00"'],
    ['timestamp', '"2026-02-03T00:00:00.0000001Z"'],
    ['timestamp', '1738540800'],
    ['timestamp(9)', '"2026-02-03T00:00:00.0000000001Z"'],
    ['timestamp(9)', '"2262-04-12T00:00:00Z"'],
    ['timestamp(9)', '"2026-02-03T00:00:00"'],
    ['local-timestamp', '"2026-02-03T00:00:00Z"'],
    ['local-timestamp', '"2026-02-03"'],
    ['date', '"2026-02-30"'],
    ['date', '"2026-02-03T00:00:00"'],
    ['date', '20260203'],
  ])(
    'Parquet: a value that does not fit its %s, %s, is an error that names the record, and no file',
    async (type, value) => {
      const write = saved(['{"id":"r-1","v":null}', `{"id":"r-2","v":${value}}`], typed({ v: type }))
      await expect(write).rejects.toMatchObject({
        code: 'input-invalid',
        message: expect.stringMatching(/Record 2 .*r-2.*“v”/u) as string,
      })
      expect(await readdir(folder)).not.toContain('saved')
    },
  )

  test.each(['0.30000000000000004', '-1.7976931348623157e308', '5e-324', '9007199254740992', '1180591620717411303424'])(
    'Parquet: type double takes a number that a double keeps: %s',
    async (text) => {
      await saved([`{"v":${text}}`], typed({ v: 'double' }))
      const [row] = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'saved')) })
      expect(row?.['v']).toBe(Number(text))
    },
  )

  test('Parquet: without chosen types, a number is a double if the double is written with its digits', async () => {
    expect(await throughParquet(['{"v":0.30000000000000004}', '{"v":1}'])).toEqual([
      { v: 0.30000000000000004 },
      { v: 1 },
    ])
    expect(await throughParquet(['{"v":0.30000000000000003}'])).toEqual([{ v: '0.30000000000000003' }])
  })

  test('Parquet: days, local times and fine instants have types of their own, to the last digit', async () => {
    const columns: Readonly<Record<string, readonly [ParquetType, string, bigint | number]>> = {
      day: ['date', '1969-12-31', -1],
      local: ['local-timestamp', '2026-11-02T23:00:00.123456', 1_793_660_400_123_456n],
      fineLocal: ['local-timestamp(9)', '1970-01-01 00:00:00.000000001', 1n],
      instant: ['timestamp', '1970-01-01T01:00:00.000001+01:00', 1n],
      fine: ['timestamp(9)', '1969-12-31T23:59:59.9999999Z', -100n],
    }
    const entries = Object.entries(columns)
    const record = Object.fromEntries(entries.map(([name, [, text]]) => [name, text]))
    const types = Object.fromEntries(entries.map(([name, [type]]) => [name, type]))
    const bytes = await saved([JSON.stringify(record), '{}'], typed(types))
    const stamp = (isAdjustedToUTC: boolean, unit: string): object => ({
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit },
    })
    expect(parquetMetadata(Uint8Array.from(bytes).buffer).schema.slice(1)).toMatchObject([
      { name: 'day', type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
      { name: 'local', ...stamp(false, 'MICROS') },
      { name: 'fineLocal', ...stamp(false, 'NANOS') },
      { name: 'instant', ...stamp(true, 'MICROS'), converted_type: 'TIMESTAMP_MICROS' },
      { name: 'fine', ...stamp(true, 'NANOS') },
    ])
    const asStored = <T>(value: T): T => value
    const parsers = {
      dateFromDays: asStored,
      timestampFromMicroseconds: asStored,
      timestampFromNanoseconds: asStored,
    }
    const file = await asyncBufferFromFile(join(folder, 'saved'))
    const [row, empty] = await parquetReadObjects({ file, parsers })
    expect(row).toEqual(Object.fromEntries(entries.map(([name, [, , stored]]) => [name, stored])))
    expect(Object.values(empty ?? {})).toEqual(entries.map(() => null))
  })

  test.each<[ParquetType, string, string]>([
    ['timestamp', '"2026-02-03T00:00:00.0000001Z"', 'timestamp(9)'],
    ['timestamp', '"2026-02-03T00:00:00"', 'local-timestamp'],
    ['timestamp', '"2026-02-03"', 'date'],
    ['integer', '1.5', 'double'],
  ])('Parquet: where type %s does not fit %s, the error names one that does', async (type, value, other) => {
    const hint = `Choose a type that fits every value. Type “${other}” fits this one. Type “text” always does.`
    await expect(saved([`{"v":${value}}`], typed({ v: type }))).rejects.toMatchObject({ hint })
  })

  test('Parquet: says which columns with numbers are text, and because of which value', async () => {
    const records = [
      '{"late":1,"early":"","exact":1,"flag":true,"only":"a","list":[1],"null":null}',
      '{"late":2,"early":3,"exact":1.2345678901234567890,"flag":"","only":{"a":1},"list":"x","null":1}',
      '{"late":"","early":4,"exact":null,"flag":false,"only":"b","list":[2],"null":null}',
      '{"late":"n/a"}',
    ]
    const database = databaseOf(records)
    const job = { records: database, path: join(folder, 'saved'), ...unhurried, options: typed({}) }
    const chosen = { kind: 'query', query: everything } as const
    const result = await exportRecords({ ...job, chosen })
    expect(result.textColumns).toEqual([
      { path: 'late', record: 3, value: '""' },
      { path: 'early', record: 1, value: '""' },
      { path: 'exact', record: 2, value: '1.2345678901234567890' },
      { path: 'flag', record: 2, value: '""' },
    ])
    expect(exportNotes('parquet', result)).toEqual([
      '“late” is saved as text: its value in record 3, "", fits no other type. 3 more columns are saved as text, too.',
    ])
    // A number among dates makes them text, too; dates alone are text without a note.
    const dates = [
      '{"due":"2026-11-03","on":"2026-11-03"}',
      '{"due":"2026-11-04","on":"2026-11-04"}',
      '{"due":20261105}',
    ]
    const ofDates = await exportRecords({ ...job, records: databaseOf(dates), chosen })
    expect(ofDates.textColumns).toEqual([{ path: 'due', record: 1, value: '"2026-11-03"' }])
    // Of the records that are exported, none has a text where another has a number.
    const first = await exportRecords({ ...job, chosen: { kind: 'first', count: 1 } })
    expect(first.textColumns).toEqual([])
    const [row] = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'saved')) })
    expect(row).toMatchObject({ late: 1n, flag: true, early: '' })
  })

  test('Parquet: names the number columns whose type depends on their values', async () => {
    const database = databaseOf(['{"a":1,"b":2,"c":"x"}'])
    const job = {
      records: database,
      chosen: { kind: 'query', query: everything },
      path: join(folder, 'saved'),
      ...unhurried,
    } as const
    expect(await exportRecords({ ...job, options: typed({ b: 'double' }) })).toMatchObject({ fittedColumns: ['a'] })
    expect(await exportRecords({ ...job, options: { format: 'ndjson' } })).toMatchObject({ fittedColumns: [] })
  })

  test('Parquet export: keeps the values of columns with the same name in the file apart', async () => {
    expect(await throughParquet([String.raw`{"":"a","(value)":1,"\ud800":true,"\udc00":"b"}`])).toEqual([
      { '(value)': 'a', '(value) (2)': 1n, '\uFFFD': true, '\uFFFD (2)': 'b' },
    ])
  })

  test('Parquet export: keeps the value of any number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonNumberText, { minLength: 1, maxLength: 5 }), async (numbers) => {
        const rows = (await throughParquet(numbers.map((text) => `{"n":${text}}`))) as { n: unknown }[]
        for (const [index, { n }] of rows.entries()) {
          const text = numbers[index] ?? ''
          if (typeof n === 'string') expect(n).toBe(text)
          else if (typeof n === 'bigint') expect(n).toBe(BigInt(text))
          else expect([String(n), Number(n).toPrecision(100)].map(numberKey)).toContain(numberKey(text))
        }
      }),
      { numRuns: rounds(40, 200) },
    )
  })

  test('Parquet export: a number too close to zero for a double is text, however it is written', async () => {
    const numbers = ['1.234e-321', `0.${'0'.repeat(320)}1234`, `0.${'0'.repeat(400)}1`]
    for (const text of numbers) expect(await throughParquet([`{"n":${text}}`])).toEqual([{ n: text }])
    expect(await throughParquet([`{"n":0.${'0'.repeat(20)}1234}`])).toEqual([{ n: 1.234e-21 }])
  })

  test('Parquet export: has all hostile records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(recordText, { minLength: 1, maxLength: 6 }), async (records) => {
        expect(await throughParquet(records)).toHaveLength(records.length)
        expect(await throughParquet(records, 'json')).toHaveLength(records.length)
      }),
      { numRuns: rounds(40, 200) },
    )
  })

  test('Parquet export: keeps the order of more records than one row group holds', async () => {
    const rows = (await throughParquet(Array.from({ length: 25_000 }, (_, n) => `{"n":${n}}`))) as { n: bigint }[]
    expect(rows.map(({ n }) => Number(n))).toEqual([...new Array(25_000).keys()])
  })
})

describe('chosen columns', () => {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.boolean(),
    fc.string().map((text) => `t${text}`),
  )
  const name = fc.constantFrom('a', 'b', 'c.d', 'e\\f')
  const object = fc.dictionary(
    name,
    fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.dictionary(name, scalar, { maxKeys: 3 })),
  )

  /** The cell that the value at a path makes. */
  function cellAt(record: unknown, path: readonly string[]): string {
    let value: unknown = record
    for (const member of path) {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      value = isObject ? new Map(Object.entries(value as object)).get(member) : undefined
    }
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  test('Chosen columns: have the data of their paths, in their order and under their names', async () => {
    const path = fc.array(name, { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { minLength: 1, maxLength: 6 }),
        fc.uniqueArray(path, { minLength: 1, maxLength: 6, selector: (names) => names.join('/') }),
        async (records, paths) => {
          const columns = paths.map((names, index) => ({
            path: names.map((each) => each.replaceAll(/[.\\]/gu, '\\$&')).join('.'),
            name: `column ${index}`,
          }))
          const texts = records.map((record) => JSON.stringify(record))
          const bytes = await saved(texts, csvOptions({ guardFormulas: false }, columns))
          const [header, ...lines] = parse(bytes, { record_delimiter: '\r\n' })
          expect(header).toEqual(columns.map((column) => column.name))
          expect(lines).toEqual(records.map((record) => paths.map((names) => cellAt(record, names))))
        },
      ),
    )
  })

  test('Chosen columns: are typed columns in Parquet, under their names', async () => {
    const columns = [
      { path: 'o.n', name: 'Number' },
      { path: 'o', name: 'All of it' },
      { path: 'id', name: 'n' },
    ]
    await saved(['{"id":7,"o":{"n":1,"x":"y"}}', '{"id":8}'], { format: 'parquet', nested: 'json', columns })
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'saved')) })).toEqual([
      { Number: 1n, 'All of it': '{"n":1,"x":"y"}', n: 7n },
      { Number: null, 'All of it': null, n: 8n },
    ])
  })

  test('Chosen columns: are found however many members records have, and absent ones are reported', async () => {
    const members = Array.from({ length: 2003 }, (_, index) => `"m${index}":${index}`)
    const database = databaseOf([`{${members.join(',')}}`, '{"m1":null,"x":1}', '{"y":1}'])
    const path = join(folder, 'saved')
    const columns = ['m2002', 'x', 'y', 'z'].map((each) => ({ path: each, name: each }))
    const chosen: ChosenRecords = { kind: 'first', count: 2 }
    const options = csvOptions({}, columns)
    const result = await exportRecords({ records: database, chosen, options, path, ...unhurried })
    expect(result).toEqual({
      records: 2,
      furtherMembers: false,
      absentColumns: ['y', 'z'],
      fittedColumns: [],
      textColumns: [],
      sheets: 1,
    })
    expect(await readFile(path, 'utf8')).toBe('m2002,x,y,z\r\n2002,,,\r\n,1,,\r\n')
  })

  test.each([
    [[], 'none'],
    [
      [
        { path: 'a', name: 'x' },
        { path: 'a', name: 'y' },
      ],
      'a path twice',
    ],
    [
      [
        { path: 'a', name: 'x' },
        { path: 'b', name: 'x' },
      ],
      'a name twice',
    ],
    [Array.from({ length: 2001 }, (_, index) => ({ path: `${index}`, name: `${index}` })), 'too many'],
  ])('Chosen columns: are refused if they make no table (%#: %s)', (columns) => {
    expect(exportOptionsSchema.safeParse({ ...csvOptions(), columns }).success).toBe(false)
    expect(exportOptionsSchema.safeParse({ ...csvOptions(), columns: [{ path: '', name: 'x' }] }).success).toBe(true)
  })
})

test('exportRecords: saves selected records in the table’s order, those it does not show last', async () => {
  const database = databaseOf(['{"v":5}', '{"v":2}', '{"v":4}', '{"v":3}', '{"v":1}'])
  const path = join(folder, 'saved')
  const query: ListQuery = {
    search: [],
    filters: [{ path: 'v', excludes: true, condition: { kind: 'one-of', texts: ['1', '5'] } }],
    sort: [{ path: 'v', direction: 'descending' }],
  }
  const chosen: ChosenRecords = { kind: 'selected', positions: [4, 3, 9, 2, 0], query }
  const result = await exportRecords({ records: database, chosen, options: { format: 'ndjson' }, path, ...unhurried })
  expect(result.records).toBe(4)
  expect(await readFile(path, 'utf8')).toBe('{"v":4}\n{"v":3}\n{"v":5}\n{"v":1}\n')
})

describe('during a load', () => {
  const table = { nested: 'columns' } as const
  const csv = { ...defaultCsvOptions, ...table }

  /** Exports a page of two records; once started, another page arrives or this one is replaced. */
  async function savedDuring(options: ExportOptions, page: readonly string[], replacesLast: boolean): Promise<unknown> {
    const path = join(folder, 'saved')
    const database = databaseOf(['{"id":0}', '{"id":1}'])
    const query: ListQuery = { ...everything, sort: [{ path: 'id', direction: 'descending' }] }
    const saving = exportRecords({ records: database, chosen: { kind: 'query', query }, options, path, ...unhurried })
    database.addPage(pageOf(page, null, 'true'), replacesLast)
    expect(await saving).toEqual({
      records: 2,
      furtherMembers: false,
      absentColumns: [],
      fittedColumns: options.format === 'parquet' ? ['id'] : [],
      textColumns: [],
      sheets: 1,
    })
    if (options.format === 'parquet') return parquetReadObjects({ file: await asyncBufferFromFile(path) })
    return readFile(path, 'utf8')
  }

  test.each<{ readonly options: ExportOptions; readonly expected: unknown }>([
    { options: { format: 'ndjson' }, expected: '{"id":1}\n{"id":0}\n' },
    { options: { format: 'json' }, expected: '[\n{"id":1},\n{"id":0}\n]\n' },
    { options: { format: 'csv', ...csv }, expected: 'id\r\n1\r\n0\r\n' },
    { options: { format: 'parquet', ...table }, expected: [{ id: 1n }, { id: 0n }] },
  ])('Export during a load: has the records of its start, $options.format', async ({ options, expected }) => {
    expect(await savedDuring(options, ['{"id":"three","iban":"DE00"}'], false)).toEqual(expected)
  })

  const replaced = [
    { id: 3n, iban: null },
    { id: 2n, iban: 'DE00' },
  ]
  test.each<{ readonly options: ExportOptions; readonly expected: unknown }>([
    { options: { format: 'ndjson' }, expected: '{"id":3}\n{"id":2,"iban":"DE00"}\n' },
    { options: { format: 'csv', ...csv }, expected: 'id,iban\r\n3,\r\n2,DE00\r\n' },
    { options: { format: 'parquet', ...table }, expected: replaced },
  ])('Export during a load: restarts if the last page is replaced, $options.format', async ({ options, expected }) => {
    expect(await savedDuring(options, ['{"id":2,"iban":"DE00"}', '{"id":3}'], true)).toEqual(expected)
  })
})

describe('the file', () => {
  async function save(
    records: readonly string[],
    format: 'ndjson' | 'json',
    path: string,
    signal = never,
  ): ReturnType<typeof exportRecords> {
    const database = databaseOf(records)
    const chosen = { kind: 'query', query: everything } as const
    return exportRecords({ records: database, chosen, options: { format }, path, signal, onProgress: () => undefined })
  }

  test('Export file: is private, and the result has the number of records', async () => {
    const path = join(folder, 'saved')
    expect(await save(['1', '2'], 'ndjson', path)).toEqual({
      records: 2,
      furtherMembers: false,
      absentColumns: [],
      fittedColumns: [],
      textColumns: [],
      sheets: 1,
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('Export file: replaces the previous one only when complete', async () => {
    const path = join(folder, 'saved')
    await writeFile(path, 'as it was')
    await expect(save(['1', '2'], 'json', path, AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended')
    expect(await readFile(path, 'utf8')).toBe('as it was')
    expect((await readdir(folder)).toSorted()).toEqual(['0.records', 'saved'])
  })

  test('Export file: removes an hour later what killed processes left there', async () => {
    const [old, fresh] = [Date.now() / 1000 - 3700, Date.now() / 1000 - 60]
    const left: [name: string, at: number, stays: boolean][] = [
      ['.0123456789ab.clavis.tmp', old, false],
      ['.4194305-0123456789ab.clavis.tmp', old, false],
      ['.4194305-0123456789ac.clavis.tmp', fresh, true],
      // The process ID of a killed process may be in use again.
      [`.${process.ppid}-0123456789ab.clavis.tmp`, old, false],
      [`.${process.pid}-0123456789ab.clavis.tmp`, fresh, true],
      ['.0123456789ab.others.tmp', old, true],
    ]
    for (const [name, at] of left) {
      await writeFile(join(folder, name), 'x')
      await utimes(join(folder, name), at, at)
    }
    await save(['1'], 'ndjson', join(folder, 'saved'))
    const stay = left.flatMap(([name, , stays]) => (stays ? [name] : []))
    expect((await readdir(folder)).toSorted()).toEqual([...stay, '0.records', 'saved'].toSorted())
  })

  test('Export file: leaves nothing if it cannot be written, and the error says why', async () => {
    await mkdir(join(folder, 'taken'))
    await expect(save(['1'], 'ndjson', join(folder, 'taken'), never)).rejects.toMatchObject({
      code: 'disk-failed',
      message: expect.stringContaining('a folder has that name') as string,
    })
    await expect(save(['1'], 'ndjson', join(folder, 'gone', 'saved'), never)).rejects.toMatchObject({
      code: 'disk-failed',
      message: expect.stringContaining('its folder does not exist') as string,
    })
    expect((await readdir(folder)).toSorted()).toEqual(['0.records', '1.records', 'taken'])
  })

  test('Export file: leaves nothing if the file system refuses its name at the very end', async () => {
    await expect(save(['1'], 'ndjson', join(folder, 'x'.repeat(300)), never)).rejects.toMatchObject({
      code: 'disk-failed',
    })
    expect(await readdir(folder)).toEqual(['0.records'])
  })

  test.each([{ format: 'ndjson' }, { format: 'xlsx', nested: 'columns' }, { format: 'parquet', nested: 'columns' }])(
    'Export file: reports a full disk and leaves nothing, $format',
    async (options) => {
      const path = join(folder, 'saved')
      await writeFile(path, 'as it was')
      const program = join(import.meta.dirname, 'testing', 'export-within-limit.ts')
      const outcome = await runWithinFileSize(program, path, JSON.stringify(options))
      expect(JSON.parse(outcome)).toMatchObject({ code: 'disk-full', details: { path } })
      expect(await readFile(path, 'utf8')).toBe('as it was')
      expect(await readdir(folder)).toEqual(['saved'])
    },
  )
})
