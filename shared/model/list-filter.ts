import { z } from 'zod'

/** One end of a range: a number or a date as it was typed, and whether it belongs to the range. */
const boundSchema = z.strictObject({ value: z.string().min(1).max(1000), inclusive: z.boolean() })

/**
 * What a column's value must be.
 * - `contains`: its text holds this text, letter case ignored
 * - `equals`: it is this value: numbers by all their digits, dates by their instant, text with letter case ignored
 * - `one-of`: it equals one of these
 * - `empty`: the record has no such member, or null, or empty text there
 * - `range`: it is a number or a date (whichever the bounds are) between these; at least one bound is given
 */
export const filterConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), text: z.string().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('equals'), text: z.string().max(1000) }),
  z.strictObject({ kind: z.literal('one-of'), texts: z.array(z.string().max(1000)).min(1).max(1000) }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('range'), from: boundSchema.optional(), to: boundSchema.optional() }),
])
export type FilterCondition = z.infer<typeof filterConditionSchema>

/** A condition on one column; with `excludes` the records that meet it are left out instead. */
export const columnFilterSchema = z.strictObject({
  path: z.string(),
  excludes: z.boolean(),
  condition: filterConditionSchema,
})
export type ColumnFilter = z.infer<typeof columnFilterSchema>
