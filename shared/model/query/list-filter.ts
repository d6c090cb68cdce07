import { z } from 'zod'
import { timeZoneSchema } from '../values/time-zone.ts'
import { weekHourSchema } from '../values/week-hour.ts'

/** Most filters of a list at once. */
export const mostFilters = 50

/** Most values that a filter lets a column have. */
export const mostFilterValues = 1000

/** Most characters of a text that a filter compares with. */
export const longestFilterText = 1000

function isCountOfValues(count: number): boolean {
  return count >= 1 && count <= mostFilterValues
}

/** One end of a range: a number or a date as it was typed, and whether it belongs to the range. */
const boundSchema = z.strictObject({ value: z.string().min(1).max(longestFilterText), inclusive: z.boolean() })

/**
 * What a column's value must be.
 * - `contains`: its text holds this text, letter case ignored
 * - `equals`: it is this value: numbers, and text that is nothing but a number, by all their digits, dates by their instant,
 *   other text with letter case ignored
 * - `one-of`: it equals one of the texts, or is a date within one of the periods: days, months or years
 * - `empty`: the record has no such member, or null, or empty text there
 * - `range`: it is a number or a date (whichever the bounds are) between these; at least one bound is given
 * - `week-hour`: it is a date in this hour of the week, by the time zone's clock, or as it is written where it has no zone
 */
export const filterConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), text: z.string().min(1).max(longestFilterText) }),
  z.strictObject({ kind: z.literal('equals'), text: z.string().max(longestFilterText) }),
  z
    .strictObject({
      kind: z.literal('one-of'),
      texts: z.array(z.string().max(longestFilterText)).max(mostFilterValues),
      periods: z.array(z.string().max(longestFilterText)).min(1).max(mostFilterValues).optional(),
    })
    .refine(({ texts, periods = [] }) => isCountOfValues(texts.length + periods.length)),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('range'), from: boundSchema.optional(), to: boundSchema.optional() }),
  weekHourSchema.extend({ kind: z.literal('week-hour'), timeZone: timeZoneSchema }),
])
export type FilterCondition = z.infer<typeof filterConditionSchema>

/** A condition on one column; with `excludes` the records that meet it are left out instead. */
export const columnFilterSchema = z.strictObject({
  path: z.string(),
  excludes: z.boolean(),
  condition: filterConditionSchema,
})
export type ColumnFilter = z.infer<typeof columnFilterSchema>
