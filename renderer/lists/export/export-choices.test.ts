import { expect, test } from 'vitest'
import { systemDelimiter } from '#shared/lists/csv-cell.ts'
import {
  exportOptions,
  optionsSummary,
  readExportChoices,
  writeExportChoices,
  type ExportChoices,
} from './export-choices.ts'

/** A storage that keeps one text. */
function storage(text: string | null = null): Pick<Storage, 'getItem' | 'setItem'> {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key, value) => {
      kept = value
    },
  }
}

const arranged = [{ path: 'id', name: 'Number' }]

test('Export choices: are restored', () => {
  const kept = storage()
  const choices: ExportChoices = {
    use: 'xlsx',
    csv: { byteOrderMark: false, guardFormulas: false, nested: 'json', delimiter: 'tab' },
    csvColumns: 'all',
    dataFormat: 'json',
    parquetNested: 'json',
    parquetColumns: 'arranged',
  }
  writeExportChoices(kept, choices)
  expect(readExportChoices(kept)).toEqual(choices)
})

test.each([null, '', '{', '{"use":"xml"}', '{"format":"csv"}'])(
  'Export choices: are the defaults if %j is stored',
  (text) => {
    expect(readExportChoices(storage(text))).toMatchObject({ use: 'data', csv: { guardFormulas: true } })
  },
)

test('exportOptions: for CSV, writes what the system’s spreadsheet opens, with the table’s columns', () => {
  const choices: ExportChoices = { ...readExportChoices(storage()), use: 'csv' }
  expect(exportOptions(choices, arranged)).toEqual({
    format: 'csv',
    byteOrderMark: true,
    delimiter: systemDelimiter(),
    guardFormulas: true,
    nested: 'columns',
    columns: arranged,
  })
  // If all columns are hidden there is no table to follow.
  expect(exportOptions(choices, [])).not.toHaveProperty('columns')
})

test('exportOptions: for Excel, writes the columns that CSV would have', () => {
  const choices: ExportChoices = { ...readExportChoices(storage()), use: 'xlsx' }
  expect(exportOptions(choices, arranged)).toEqual({ format: 'xlsx', nested: 'columns', columns: arranged })
  const all: ExportChoices = { ...choices, csvColumns: 'all', csv: { ...choices.csv, nested: 'json' } }
  expect(exportOptions(all, arranged)).toEqual({ format: 'xlsx', nested: 'json' })
  expect(optionsSummary(all, true)).toBe('All fields, nested objects as JSON')
})

test('Export choices: CSV stays chosen if an earlier version stored it', () => {
  const kept = storage()
  writeExportChoices(kept, { ...readExportChoices(kept), use: 'csv' })
  const earlier = (kept.getItem('') ?? '').replace('"use":"csv"', '"use":"excel"')
  expect(readExportChoices(storage(earlier)).use).toBe('csv')
})

test('exportOptions: has only the choices of the chosen use', () => {
  const choices = readExportChoices(storage())
  expect(exportOptions(choices, arranged)).toEqual({ format: 'ndjson' })
  expect(exportOptions({ ...choices, dataFormat: 'json' }, arranged)).toEqual({ format: 'json' })
  const analysis: ExportChoices = { ...choices, use: 'analysis' }
  expect(exportOptions(analysis, arranged)).toEqual({ format: 'parquet', nested: 'columns' })
  expect(exportOptions({ ...analysis, parquetColumns: 'arranged' }, arranged)).toMatchObject({ columns: arranged })
})

test('optionsSummary: names what differs between two files of one use', () => {
  const choices: ExportChoices = { ...readExportChoices(storage()), use: 'csv' }
  const csv = { ...choices.csv, delimiter: 'semicolon' as const }
  expect(optionsSummary({ ...choices, csv }, true)).toBe('Columns as in the table · semicolon · byte order mark')
  expect(optionsSummary({ ...choices, csv: { ...csv, nested: 'json', guardFormulas: false } }, false)).toBe(
    'All fields, nested objects as JSON · semicolon · byte order mark · formulas not escaped',
  )
  expect(optionsSummary({ ...choices, use: 'data', dataFormat: 'json' }, true)).toBe('JSON')
  expect(optionsSummary({ ...choices, use: 'analysis' }, true)).toBe('All fields')
})
