import { z } from 'zod'
import {
  csvOptionsSchema,
  defaultCsvOptions,
  exportFormatSchema,
  type ExportFormat,
  type ExportOptions,
  type SavedColumns,
} from '#shared/lists/export.ts'

/**
 * Which columns a table is exported with.
 * - `all`: all of the data, under their paths
 * - `arranged`: the visible ones, as arranged
 */
export const columnChoices = ['all', 'arranged'] as const
const columnChoiceSchema = z.enum(columnChoices)
export type ColumnChoice = z.infer<typeof columnChoiceSchema>

/** The last choices, kept for each format. */
export const exportChoicesSchema = z.strictObject({
  format: exportFormatSchema,
  csv: csvOptionsSchema,
  csvColumns: columnChoiceSchema.default('all'),
  parquetNested: csvOptionsSchema.shape.nested,
  parquetColumns: columnChoiceSchema.default('all'),
})
export type ExportChoices = z.infer<typeof exportChoicesSchema>

const defaultChoices: ExportChoices = {
  format: 'ndjson',
  csv: defaultCsvOptions,
  csvColumns: 'all',
  parquetNested: 'columns',
  parquetColumns: 'all',
}

const key = 'clavis.export'

/** Returns the last choices, or defaults if there are none that can be read. */
export function readExportChoices(storage: Pick<Storage, 'getItem'>): ExportChoices {
  try {
    return exportChoicesSchema.parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return defaultChoices
  }
}

export function writeExportChoices(storage: Pick<Storage, 'setItem'>, choices: ExportChoices): void {
  storage.setItem(key, JSON.stringify(choices))
}

/** Returns the choices that apply to the chosen format. @param arranged the visible columns */
export function exportOptions(
  { format, csv, csvColumns, parquetNested, parquetColumns }: ExportChoices,
  arranged: SavedColumns,
): ExportOptions {
  const chosen = (choice: ColumnChoice): { columns?: SavedColumns } =>
    choice === 'arranged' && arranged.length > 0 ? { columns: arranged } : {}
  switch (format) {
    case 'ndjson':
    case 'json':
      return { format }
    case 'csv':
      return { format, ...csv, ...chosen(csvColumns) }
    case 'parquet':
      return { format, nested: parquetNested, ...chosen(parquetColumns) }
  }
}

/** Each format's name and use. */
export const formatTexts: Readonly<Record<ExportFormat, { readonly name: string; readonly use: string }>> = {
  ndjson: { name: 'NDJSON', use: 'One JSON record per line, unmodified.' },
  json: { name: 'JSON', use: 'One array of records, unmodified.' },
  csv: { name: 'CSV', use: 'For spreadsheets. Numbers keep full precision.' },
  parquet: {
    name: 'Parquet',
    use: 'For analysis: typed columns, compressed. Number types fit this file’s values; --types of the command line fixes them.',
  },
}
