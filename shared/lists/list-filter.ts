import { z } from 'zod'

export const maxFilters = 50

export const maxFilterValues = 1000

/** Maximum length of a text in a filter, characters. */
export const maxFilterTextLength = 1000

function isCountOfValues(count: number): boolean {
  return count >= 1 && count <= maxFilterValues
}

/** One end of a range: a number or a date as typed, and whether it is included. */
const boundSchema = z.strictObject({ value: z.string().min(1).max(maxFilterTextLength), inclusive: z.boolean() })

/**
 * A condition for a column's value.
 * - `contains`: its text contains this text, ignoring case
 * - `equals`: it is this value: numbers compare by all their digits, dates by their instant, text ignoring case; if this
 *   is a year or a month, dates within it, too
 * - `one-of`: it equals one of the texts, or is a date within one of the periods: days or relative ones
 * - `empty`: the record has no such field, or null, or empty text there
 * - `range`: it is a number, also as text, or a date (depending on the bounds; years are both) between these; at least
 *   one bound is given
 */
export const filterConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), text: z.string().min(1).max(maxFilterTextLength) }),
  z.strictObject({ kind: z.literal('equals'), text: z.string().max(maxFilterTextLength) }),
  z
    .strictObject({
      kind: z.literal('one-of'),
      texts: z.array(z.string().max(maxFilterTextLength)).max(maxFilterValues),
      periods: z.array(z.string().max(maxFilterTextLength)).min(1).max(maxFilterValues).optional(),
    })
    .refine(({ texts, periods = [] }) => isCountOfValues(texts.length + periods.length)),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('range'), from: boundSchema.optional(), to: boundSchema.optional() }),
])
export type FilterCondition = z.infer<typeof filterConditionSchema>

/**
 * A condition on a column; with `excludes`, matching records are left out instead. `newest`, for differences: `path` is a
 * field of the compared records, and the newer version counts, of a removed record the older one.
 */
export const columnFilterSchema = z.strictObject({
  path: z.string(),
  excludes: z.boolean(),
  condition: filterConditionSchema,
  newest: z.literal(true).optional(),
})
export type ColumnFilter = z.infer<typeof columnFilterSchema>

export const maxSearchWords = 50

/** Maximum length of a search word, characters. */
export const maxSearchWordLength = 1000

/**
 * A text that must occur in one of a record's values as displayed: text with its escapes decoded, numbers as sent,
 * `true`, `false` and `null`; ignoring case. Field names are not searched. With `excludes`, matching records are left
 * out instead.
 */
export const searchWordSchema = z.strictObject({
  text: z.string().min(1).max(maxSearchWordLength),
  excludes: z.boolean(),
  /** The number that the window shows as this text: records with it match, too. */
  number: z.string().min(1).max(maxSearchWordLength).optional(),
})
export type SearchWord = z.infer<typeof searchWordSchema>
