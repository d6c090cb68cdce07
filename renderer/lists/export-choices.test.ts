import { expect, test } from 'vitest'
import { exportOptions, keepExportChoices, readExportChoices, type ExportChoices } from './export-choices.ts'

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

test('what was chosen is there again', () => {
  const kept = storage()
  const choices: ExportChoices = {
    format: 'csv',
    csv: { byteOrderMark: true, guardFormulas: false, nested: 'json', delimiter: 'semicolon' },
    parquetNested: 'json',
  }
  keepExportChoices(kept, choices)
  expect(readExportChoices(kept)).toEqual(choices)
})

test.each([null, '', '{', '{"format":"xml"}'])('where %j is kept, the choices are those to begin with', (text) => {
  expect(readExportChoices(storage(text))).toMatchObject({ format: 'ndjson', csv: { guardFormulas: true } })
})

test('only the choices of the chosen format are sent', () => {
  const choices = readExportChoices(storage())
  expect(exportOptions(choices)).toEqual({ format: 'ndjson' })
  expect(exportOptions({ ...choices, format: 'parquet' })).toEqual({ format: 'parquet', nested: 'columns' })
  expect(exportOptions({ ...choices, format: 'csv' })).toMatchObject({ format: 'csv', delimiter: 'comma' })
})
