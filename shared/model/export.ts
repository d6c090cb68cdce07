import { z } from 'zod'
import { listViewSchema } from './list.ts'

/** File formats that records can be saved as. */
export const exportFormats = ['ndjson', 'json', 'csv', 'parquet'] as const
export const exportFormatSchema = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormatSchema>

/**
 * How members of nested objects become columns.
 * - `columns`: each has a column of its own, `owner.team`
 * - `json`: the object stands in one column as its JSON text
 */
export const nestedForms = ['columns', 'json'] as const
const nestedSchema = z.enum(nestedForms)
export type NestedForm = z.infer<typeof nestedSchema>

/** What stands between the cells of a CSV line. */
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const

/** How a CSV file is written. */
export const csvOptionsSchema = z.strictObject({
  /** Whether it begins with the byte order mark that some spreadsheets need to take it for UTF-8. */
  byteOrderMark: z.boolean(),
  /** Whether text that a spreadsheet would run as a formula is made harmless. */
  guardFormulas: z.boolean(),
  nested: nestedSchema,
  delimiter: z.enum(csvDelimiters),
})
export type CsvOptions = z.infer<typeof csvOptionsSchema>

/** A format with its choices. */
export const exportOptionsSchema = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('ndjson') }),
  z.strictObject({ format: z.literal('json') }),
  z.strictObject({ format: z.literal('csv'), ...csvOptionsSchema.shape }),
  z.strictObject({ format: z.literal('parquet'), nested: nestedSchema }),
])
export type ExportOptions = z.infer<typeof exportOptionsSchema>

/** The choices to begin with. */
export const defaultCsvOptions: CsvOptions = {
  byteOrderMark: false,
  guardFormulas: true,
  nested: 'columns',
  delimiter: 'comma',
}

/** Most records that can be selected one by one. */
export const mostSelected = 100_000

/**
 * Which of a run's records are meant: those of a view in its order, some by their positions in the order of a view (those
 * that it leaves out come last, in the order they came), or the first ones that came.
 */
export const chosenRecordsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view'), view: listViewSchema }),
  z.strictObject({
    kind: z.literal('selected'),
    positions: z.array(z.int().min(0)).min(1).max(mostSelected),
    view: listViewSchema,
  }),
  z.strictObject({ kind: z.literal('first'), count: z.int().min(0) }),
])
export type ChosenRecords = z.infer<typeof chosenRecordsSchema>

/** What was saved. */
export const exportResultSchema = z.strictObject({
  records: z.int().min(0),
  /** Whether members without a column of their own stand in a last column as JSON. */
  furtherMembers: z.boolean(),
})
export type ExportResult = z.infer<typeof exportResultSchema>
