import { expect, test } from 'vitest'
import { exportOptions, writeExportChoices, readExportChoices, type ExportChoices } from './export-choices.ts'

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

test('Export choices: are restored', () => {
  const kept = storage()
  const choices: ExportChoices = {
    format: 'csv',
    csv: { byteOrderMark: true, guardFormulas: false, nested: 'json', delimiter: 'semicolon' },
    csvColumns: 'arranged',
    parquetNested: 'json',
    parquetColumns: 'all',
  }
  writeExportChoices(kept, choices)
  expect(readExportChoices(kept)).toEqual(choices)
})

test('Export choices: are read if stored before columns could be chosen', () => {
  const { csvColumns: _csv, parquetColumns: _parquet, ...before } = readExportChoices(storage())
  const kept = storage(JSON.stringify({ ...before, format: 'csv', csv: { ...before.csv, delimiter: 'tab' } }))
  expect(readExportChoices(kept)).toMatchObject({ format: 'csv', csv: { delimiter: 'tab' }, csvColumns: 'all' })
})

test.each([null, '', '{', '{"format":"xml"}'])('Export choices: are the defaults if %j is stored', (text) => {
  expect(readExportChoices(storage(text))).toMatchObject({ format: 'ndjson', csv: { guardFormulas: true } })
})

test('exportOptions: has only the choices of the chosen format', () => {
  const choices = readExportChoices(storage())
  const arranged = [{ path: 'id', name: 'Number' }]
  expect(exportOptions(choices, arranged)).toEqual({ format: 'ndjson' })
  expect(exportOptions({ ...choices, format: 'parquet' }, arranged)).toEqual({ format: 'parquet', nested: 'columns' })
  const csv = exportOptions({ ...choices, format: 'csv' }, arranged)
  expect(csv).toEqual({ format: 'csv', ...choices.csv })
})

test('exportOptions: has the table’s columns if chosen, and if it shows any', () => {
  const choices: ExportChoices = { ...readExportChoices(storage()), csvColumns: 'arranged', parquetColumns: 'arranged' }
  const columns = [{ path: 'id', name: 'Number' }]
  for (const format of ['csv', 'parquet'] as const) {
    expect(exportOptions({ ...choices, format }, columns)).toMatchObject({ format, columns })
    expect(exportOptions({ ...choices, format }, [])).not.toHaveProperty('columns')
  }
})
