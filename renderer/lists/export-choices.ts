import { z } from 'zod'
import {
  csvOptionsSchema,
  defaultCsvOptions,
  exportFormatSchema,
  type ExportFormat,
  type ExportOptions,
} from '../../shared/model/export.ts'

/** What the person chose last time: every format keeps its own. */
export const exportChoicesSchema = z.strictObject({
  format: exportFormatSchema,
  csv: csvOptionsSchema,
  parquetNested: csvOptionsSchema.shape.nested,
})
export type ExportChoices = z.infer<typeof exportChoicesSchema>

const atFirst: ExportChoices = { format: 'ndjson', csv: defaultCsvOptions, parquetNested: 'columns' }

const key = 'clavis.export'

/** The choices of last time; those to begin with where there are none that can be read. */
export function readExportChoices(storage: Pick<Storage, 'getItem'>): ExportChoices {
  try {
    return exportChoicesSchema.parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return atFirst
  }
}

export function keepExportChoices(storage: Pick<Storage, 'setItem'>, choices: ExportChoices): void {
  storage.setItem(key, JSON.stringify(choices))
}

/** The choices that matter for the chosen format. */
export function exportOptions({ format, csv, parquetNested }: ExportChoices): ExportOptions {
  switch (format) {
    case 'ndjson':
    case 'json':
      return { format }
    case 'csv':
      return { format, ...csv }
    case 'parquet':
      return { format, nested: parquetNested }
  }
}

/** How each format is named, and what it is good for. */
export const formatWords: Readonly<Record<ExportFormat, { readonly name: string; readonly use: string }>> = {
  ndjson: { name: 'NDJSON', use: 'One record a line, each exactly as the service sent it.' },
  json: { name: 'JSON', use: 'One array of the records, each exactly as it came.' },
  csv: { name: 'CSV', use: 'For spreadsheets. Numbers keep the digits that came.' },
  parquet: { name: 'Parquet', use: 'For analysis: typed columns, compressed, any length.' },
}
