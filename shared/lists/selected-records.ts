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
