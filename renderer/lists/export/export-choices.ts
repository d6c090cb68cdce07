import { z } from 'zod'
import { systemDelimiter } from '#shared/lists/csv-cell.ts'
import {
  csvOptionsSchema,
  defaultCsvOptions,
  type CsvOptions,
  type ExportOptions,
  type SavedColumns,
} from '#shared/lists/export.ts'

/**
 * Which columns a table is exported with.
 * - `all`: all of the data, under their paths
 * - `arranged`: the visible ones, as arranged
 */
export const columnChoices = ['arranged', 'all'] as const
const columnChoiceSchema = z.enum(columnChoices)
export type ColumnChoice = z.infer<typeof columnChoiceSchema>

/** What a file is for; each use has a format. */
export const exportUses = ['xlsx', 'csv', 'data', 'analysis'] as const
export type ExportUse = (typeof exportUses)[number]

/** Formats of records as they were sent. */
export const dataFormats = ['ndjson', 'json'] as const

/** The last choices, kept for each use. XLSX and CSV share the columns. */
export const exportChoicesSchema = z.strictObject({
  // An earlier version called CSV “excel”.
  use: z.preprocess((use) => (use === 'excel' ? 'csv' : use), z.enum(exportUses)),
  csv: csvOptionsSchema,
  csvColumns: columnChoiceSchema,
  dataFormat: z.enum(dataFormats),
  parquetNested: csvOptionsSchema.shape.nested,
  parquetColumns: columnChoiceSchema,
})
export type ExportChoices = z.infer<typeof exportChoicesSchema>

const key = 'clavis.export'

/** Returns the last choices, or defaults if there are none that can be read: what the system's spreadsheet opens. */
export function readExportChoices(storage: Pick<Storage, 'getItem'>): ExportChoices {
  try {
    return exportChoicesSchema.parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return {
      use: 'data',
      csv: { ...defaultCsvOptions, byteOrderMark: true, delimiter: systemDelimiter() },
      csvColumns: 'arranged',
      dataFormat: 'ndjson',
      parquetNested: 'columns',
      parquetColumns: 'all',
    }
  }
}

export function writeExportChoices(storage: Pick<Storage, 'setItem'>, choices: ExportChoices): void {
  storage.setItem(key, JSON.stringify(choices))
}

/** Returns the choices that apply to the chosen use. @param arranged the visible columns */
export function exportOptions(
  { use, csv, csvColumns, dataFormat, parquetNested, parquetColumns }: ExportChoices,
  arranged: SavedColumns,
): ExportOptions {
  const chosen = (choice: ColumnChoice): { columns?: SavedColumns } =>
    choice === 'arranged' && arranged.length > 0 ? { columns: arranged } : {}
  switch (use) {
    case 'xlsx':
      return { format: 'xlsx', nested: csv.nested, ...chosen(csvColumns) }
    case 'csv':
      return { format: 'csv', ...csv, ...chosen(csvColumns) }
    case 'data':
      return { format: dataFormat }
    case 'analysis':
      return { format: 'parquet', nested: parquetNested, ...chosen(parquetColumns) }
  }
}

export const delimiterNames: Readonly<Record<CsvOptions['delimiter'], string>> = {
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
}

export const dataFormatNames: Readonly<Record<ExportChoices['dataFormat'], string>> = { ndjson: 'NDJSON', json: 'JSON' }

/** Names each use with its format, and says what the file is good for. */
export function textsOfUses({
  dataFormat,
}: ExportChoices): Readonly<
  Record<ExportUse, { readonly name: string; readonly format: string; readonly description: string }>
> {
  return {
    xlsx: { name: 'Excel', format: 'XLSX', description: 'A workbook with real dates and numbers.' },
    csv: { name: 'Table', format: 'CSV', description: 'Text that every spreadsheet opens.' },
    data: {
      name: 'Data',
      format: dataFormatNames[dataFormat],
      description: `${dataFormat === 'ndjson' ? 'One record per line' : 'One array of records'}, every digit as sent.`,
    },
    analysis: { name: 'Analysis', format: 'Parquet', description: 'Typed columns, compressed.' },
  }
}

/** Sums up the options of the chosen use in one line. @param hasTable whether the table has a visible column */
export function optionsSummary(choices: ExportChoices, hasTable: boolean): string {
  const { use, csv, csvColumns, dataFormat, parquetNested, parquetColumns } = choices
  const columns = (choice: ColumnChoice, nested: CsvOptions['nested']): string =>
    choice === 'arranged' && hasTable
      ? 'Columns as in the table'
      : nested === 'json'
        ? 'All fields, nested objects as JSON'
        : 'All fields'
  switch (use) {
    case 'xlsx':
      return columns(csvColumns, csv.nested)
    case 'csv':
      return [
        columns(csvColumns, csv.nested),
        delimiterNames[csv.delimiter].toLowerCase(),
        csv.byteOrderMark ? 'byte order mark' : 'no byte order mark',
        ...(csv.guardFormulas ? [] : ['formulas not escaped']),
      ].join(' · ')
    case 'data':
      return dataFormatNames[dataFormat]
    case 'analysis':
      return columns(parquetColumns, parquetNested)
  }
}
