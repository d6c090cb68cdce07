import { Buffer } from 'node:buffer'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportNotes } from '#shared/lists/export-forms.ts'
import { defaultCsvOptions, type ExportOptions, type ExportResult } from '#shared/lists/export.ts'
import { rounds } from '../../testing/rounds.ts'
import { CellReader } from '../columns/cell-reader.ts'
import { RecordDatabase } from '../record-database.ts'
import { recordText } from '../testing/json-text.ts'
import { pageOf } from '../testing/page-text.ts'
import { numberKey } from '../values/number-order.ts'
import { exportRecords } from './record-export.ts'
import { xlsxWriter } from './xlsx-writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-xlsx-'))
})
afterEach(() => rm(folder, { recursive: true }))

const xlsx: ExportOptions = { format: 'xlsx', nested: 'columns' }

/** Exports records and returns the file with what the result says. */
async function saved(
  records: readonly string[],
  options = xlsx,
): Promise<{ readonly file: Buffer; readonly result: ExportResult }> {
  const database = new RecordDatabase(join(folder, 'list.records'), {
    list: 'reports',
    chosenMember: 'reports',
    language: 'en',
  })
  try {
    database.addPage(pageOf(records, null, 'true'), false)
    const path = join(folder, 'saved')
    const result = await exportRecords({
      records: database,
      chosen: { kind: 'query', query: { search: [], filters: [], sort: [] } },
      options,
      path,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    return { file: await readFile(path), result }
  } finally {
    database.close()
    await rm(join(folder, 'list.records'))
  }
}

/** Writes records with one field, `n`, and returns the file. @param limits of a sheet */
function workbookOf(values: readonly string[], limits?: { readonly rows: number; readonly bytes: number }): Buffer {
  const parts: Uint8Array[] = []
  const columns = { paths: ['n'], names: ['n'], furtherMembers: false }
  const writer = xlsxWriter({ write: (part) => void parts.push(Buffer.from(part)) }, columns, [], limits)
  const cells = new CellReader(columns.paths)
  for (const [position, value] of values.entries()) {
    const record = Buffer.from(`{"n":${value}}`)
    writer.record(record, cells.spans(record), position)
  }
  writer.end()
  return Buffer.concat(parts)
}

test('XLSX export: another library reads numbers, dates, booleans and texts as they were sent', async () => {
  const { file, result } = await saved([
    '{"id":123456789012345,"amount":12.50,"at":"2026-03-02T10:00:00.123+02:00","on":"2026-03-02","flag":true}',
    '{"id":1234567890123456,"amount":0.1234567890123456,"at":"2026-03-02T10:00:00","on":"1899-12-31","flag":false}',
    '{"id":-1e3,"amount":null,"at":"2026-03-02T10:00:00.1234Z","on":"2026-02-30","flag":"=1+1","list":[1, 2.50]}',
    '{"id":"0012","at":"soon","on":"1900-03-01"}',
    '{"id":9000000000000000,"amount":1.5e20}',
  ])
  const [sheet, ...others] = (await readXlsx(file, { readStyles: true })).sheets
  expect(others).toEqual([])
  expect(sheet?.rows).toEqual([
    ['id', 'amount', 'at', 'on', 'flag', 'list'],
    [123456789012345, 12.5, new Date('2026-03-02T08:00:00.123Z'), new Date('2026-03-02'), true, null],
    ['1234567890123456', '0.1234567890123456', new Date('2026-03-02T10:00:00Z'), '1899-12-31', false, null],
    [-1000, null, '2026-03-02T10:00:00.1234Z', '2026-02-30', '=1+1', '[1, 2.50]'],
    ['0012', null, 'soon', new Date('1900-03-01'), null, null],
    ['9000000000000000', 1.5e20, null, null, null, null],
  ])
  expect(sheet).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: 'A1:F6' } })
  expect(sheet?.columns?.map(({ width }) => width)).toEqual([17, 19, 26, 11, 8, 10])
  const formatAt = (row: number, column: number): unknown =>
    sheet?.cells?.get(`${row},${column}`)?.style?.numFmt?.replaceAll('\\', '')
  expect([formatAt(1, 2), formatAt(2, 2), formatAt(1, 3)]).toEqual([
    'yyyy-mm-dd hh:mm:ss.000',
    'yyyy-mm-dd hh:mm:ss',
    'yyyy-mm-dd',
  ])
  expect(result.textColumns).toEqual([
    { path: 'id', record: 2, value: '1234567890123456' },
    { path: 'amount', record: 2, value: '0.1234567890123456' },
    { path: 'on', record: 2, value: '"1899-12-31"' },
    { path: 'at', record: 3, value: '"2026-03-02T10:00:00.1234Z"' },
  ])
  expect(exportNotes('xlsx', result)).toEqual([
    '“id” has values saved as text because Excel would change them, the first in record 2: 1234567890123456. So have 3 more columns.',
  ])
})

test('XLSX export: has every value of hostile records', async () => {
  const textOf = (cell: CellValue): string =>
    cell === null ? '' : typeof cell === 'boolean' ? String(cell) : (cell as string)
  const csv: ExportOptions = { format: 'csv', ...defaultCsvOptions, guardFormulas: false }
  await fc.assert(
    fc.asyncProperty(fc.array(recordText, { minLength: 1, maxLength: 5 }), async (records) => {
      const [{ file }, text] = [await saved(records), (await saved(records, csv)).file]
      const [, ...expected] = parse(text, { bom: true, record_delimiter: '\r\n' })
      const sheet = (await readXlsx(file)).sheets[0]
      const [, ...rows] = sheet?.rows ?? []
      // The reader leaves out empty rows at the end.
      expect(sheet?.autoFilter?.range).toMatch(new RegExp(`:[A-Z]+${expected.length + 1}$`, 'u'))
      for (const [row, cells] of expected.entries())
        for (const [column, wanted] of cells.entries()) {
          const cell = rows[row]?.[column] ?? null
          if (typeof cell === 'number') expect(numberKey(String(cell))).toBe(numberKey(wanted))
          else if (cell instanceof Date) expect(cell).toEqual(new Date(wanted))
          else expect(textOf(cell).toWellFormed()).toBe(wanted)
        }
    }),
    { numRuns: rounds(40, 300) },
  )
})

test('XLSX export: control characters and text like their escapes are escaped, and come back', async () => {
  const text = '\u0000\u001B\r\n\t\uFFFE_x0041_ _X0041_ _x41_ <&>"\' \u{1F600}'
  const { file } = await saved([JSON.stringify({ text })])
  const xml = Buffer.from(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? []).toString()
  expect(xml).toContain('>_x0000__x001B__x000D_\n\t_xFFFE__x005F_x0041_ _X0041_ _x41_ &lt;&amp;&gt;"\' \u{1F600}<')
  expect((await readXlsx(file)).sheets[0]?.rows[1]).toEqual([text])
})

test('XLSX export: a text as long as a cell allows is whole, and a longer one is refused with record and column', async () => {
  const longest = 'ü'.repeat(32_767)
  const { file } = await saved([JSON.stringify({ note: longest })])
  expect((await readXlsx(file)).sheets[0]?.rows[1]).toEqual([longest])
  await expect(saved(['{"note":"a"}', JSON.stringify({ note: `${longest}x` })])).rejects.toMatchObject({
    code: 'input-invalid',
    message: 'Record 2: “note” has 32,768 characters. A cell of Excel holds 32,767.',
  })
})

test('XLSX export: records that exceed a sheet follow on further sheets, each with the header', async () => {
  const { sheets } = await readXlsx(workbookOf(['1', '2', '3', '4', '5'], { rows: 3, bytes: 1e9 }))
  expect(sheets.map(({ name, rows, autoFilter }) => [name, rows, autoFilter?.range])).toEqual([
    ['Records', [['n'], [1], [2]], 'A1:A3'],
    ['Records 2', [['n'], [3], [4]], 'A1:A3'],
    ['Records 3', [['n'], [5]], 'A1:A2'],
  ])
  // A sheet that is exactly full has no empty one after it.
  expect((await readXlsx(workbookOf(['1', '2'], { rows: 3, bytes: 1e9 }))).sheets).toHaveLength(1)
  const values = Array.from({ length: 30_000 }, (_, index) => String(index))
  const bySize = (await readXlsx(workbookOf(values, { rows: 1e6, bytes: 500_000 }))).sheets
  expect(bySize.length).toBeGreaterThan(1)
  expect(bySize.flatMap(({ rows: [, ...rows] }) => rows.flat())).toEqual(values.map(Number))
  expect(exportNotes('xlsx', { textColumns: [], sheets: 2 })).toEqual([
    'The records are on 2 sheets, because a sheet has 1,048,576 rows at most.',
  ])
})

test('XLSX export: is written as records arrive, every part compressed', () => {
  const columns = { paths: ['n'], names: ['n'], furtherMembers: false }
  const parts: Uint8Array[] = []
  const writer = xlsxWriter({ write: (part) => void parts.push(Buffer.from(part)) }, columns, [])
  const cells = new CellReader(columns.paths)
  for (let position = 0; position < 50_000; position += 1) {
    const record = Buffer.from(`{"n":${position}}`)
    writer.record(record, cells.spans(record), position)
  }
  const early = Buffer.concat(parts).length
  writer.end()
  const file = Buffer.concat(parts)
  expect(early).toBeGreaterThan(file.length * 0.7)
  const methods: number[] = []
  unzipSync(file, { filter: ({ compression }) => methods.push(compression) < 0 })
  expect(methods).toEqual(Array.from({ length: 6 }, () => 8))
})

test('XLSX export: records without fields are rows, too', async () => {
  const { file, result } = await saved(['{}', '{}'])
  expect(result.records).toBe(2)
  expect((await readXlsx(file)).sheets[0]).toMatchObject({ autoFilter: { range: 'A1:A3' } })
})
