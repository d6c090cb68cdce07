import { z } from 'zod'
import { columnLayoutSchema, knownColumnSchema } from '#shared/lists/list-columns.ts'
import { instantSchema } from '#shared/profiles/profile.ts'

/** Columns of a complete load. */
const loadSchema = z.strictObject({ at: instantSchema, columns: z.array(knownColumnSchema) })

/** What is stored for one list of one profile. */
export const keptListSchema = z.strictObject({
  layout: columnLayoutSchema,
  /** The last complete load, and the one that the person last saw: its differences to `last` are still to be shown. */
  last: loadSchema.optional(),
  seen: loadSchema.optional(),
})
export type KeptList = z.infer<typeof keptListSchema>
