import { z } from 'zod'
import { pickedRecordsSchema } from './export.ts'
import { listQuerySchema } from './list.ts'

/** The records of a selection: some rows of a query as the table shows it, or some by position. */
export const selectedRecordsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rows'),
    query: listQuerySchema,
    first: z.int().min(0),
    count: z.int().min(1),
  }),
  pickedRecordsSchema,
])
export type SelectedRecords = z.infer<typeof selectedRecordsSchema>

/** A column with numbers. `currencyPath`: the column with the currencies of its amounts. */
export const summedColumnSchema = z.strictObject({ path: z.string(), currencyPath: z.string().optional() })
export type SummedColumn = z.infer<typeof summedColumnSchema>

/** The numbers that selected records have in a column, each as decimal text with all digits. */
export const selectionSummarySchema = z.strictObject({
  count: z.int().min(0),
  /** Undefined if a number is too large or too small to calculate with. */
  sum: z.string().optional(),
  /** Rounded to four digits more than the sum has. */
  mean: z.string().optional(),
  min: z.string().optional(),
  max: z.string().optional(),
  /** The currencies of the numbers: how many there are, and the names of a few. */
  currencies: z.strictObject({ count: z.int().min(0), names: z.array(z.string()) }),
})
export type SelectionSummary = z.infer<typeof selectionSummarySchema>
