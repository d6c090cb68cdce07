import { z } from 'zod'
import {
  csvDelimiters,
  exportFormats,
  isParquetType,
  maxSavedColumns,
  nestedForms,
  type ParquetType,
  type TextColumn,
} from './export-forms.ts'
import { listQuerySchema } from './list.ts'

export const exportFormatSchema = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormatSchema>

const nestedSchema = z.enum(nestedForms)
export type NestedForm = z.infer<typeof nestedSchema>

export const csvOptionsSchema = z.strictObject({
  /** Whether it starts with the byte order mark that some spreadsheets need to detect UTF-8. */
  byteOrderMark: z.boolean(),
  /** Whether text that a spreadsheet would run as a formula is escaped. */
  guardFormulas: z.boolean(),
  nested: nestedSchema,
  delimiter: z.enum(csvDelimiters),
})
export type CsvOptions = z.infer<typeof csvOptionsSchema>

/**
 * Chosen columns in order: the path of the values and the column's name. Objects and arrays are exported as their JSON
 * text.
 */
const savedColumnsSchema = z
  .array(z.strictObject({ path: z.string(), name: z.string().min(1) }))
  .min(1)
  .max(maxSavedColumns)
  .refine((columns) => areDistinct(columns.map(({ path }) => path)), 'A column stands there twice.')
  .refine((columns) => areDistinct(columns.map(({ name }) => name)), 'Two columns have one name.')
export type SavedColumns = z.infer<typeof savedColumnsSchema>

/** Types for some Parquet columns; of the others it depends on the values. */
const columnTypesSchema = z
  .array(z.strictObject({ path: z.string(), type: z.custom<ParquetType>((text) => isParquetType(String(text))) }))
  .max(maxSavedColumns)
  .refine((types) => areDistinct(types.map(({ path }) => path)), 'A column has two types.')
export type ParquetColumnType = z.infer<typeof columnTypesSchema>[number]

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}

/**
 * A format with its options. A table without `columns` has all columns of the data, named by their paths, as `nested`
 * says.
 */
export const exportOptionsSchema = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('ndjson') }),
  z.strictObject({ format: z.literal('json') }),
  z.strictObject({ format: z.literal('csv'), ...csvOptionsSchema.shape, columns: savedColumnsSchema.optional() }),
  z.strictObject({ format: z.literal('xlsx'), nested: nestedSchema, columns: savedColumnsSchema.optional() }),
  z.strictObject({
    format: z.literal('parquet'),
    nested: nestedSchema,
    columns: savedColumnsSchema.optional(),
    types: columnTypesSchema.optional(),
  }),
])
export type ExportOptions = z.infer<typeof exportOptionsSchema>

export const defaultCsvOptions: CsvOptions = {
  byteOrderMark: false,
  guardFormulas: true,
  nested: 'columns',
  delimiter: 'comma',
}

/** Maximum number of records that can be selected one by one. */
export const maxSelected = 100_000

/** Some records by position, in the order of a query; those that it filters out come last, in loading order. */
export const pickedRecordsSchema = z.strictObject({
  kind: z.literal('selected'),
  positions: z.array(z.int().min(0)).min(1).max(maxSelected),
  query: listQuerySchema,
})

/**
 * Which of a dataset's records are meant: those of a query in its order, some by position, or the first ones that
 * were loaded.
 */
export const chosenRecordsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('query'), query: listQuerySchema }),
  pickedRecordsSchema,
  z.strictObject({ kind: z.literal('first'), count: z.int().min(0) }),
])
export type ChosenRecords = z.infer<typeof chosenRecordsSchema>

const textColumnSchema: z.ZodType<TextColumn> = z.strictObject({
  path: z.string(),
  record: z.int().min(1),
  value: z.string(),
})

export const exportResultSchema = z.strictObject({
  records: z.int().min(0),
  /** Whether fields without their own column are in a last column as JSON. */
  furtherMembers: z.boolean(),
  /** Paths of columns that were chosen, or given a type, and that no exported record has. */
  absentColumns: z.array(z.string()),
  /** Paths of Parquet columns whose type depends on their values, so that other files may differ. */
  fittedColumns: z.array(z.string()),
  textColumns: z.array(textColumnSchema),
  /** Sheets of an Excel workbook; 1 in other formats. */
  sheets: z.int().min(1),
})
export type ExportResult = z.infer<typeof exportResultSchema>
