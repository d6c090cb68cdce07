import { z } from 'zod'

/** Most words that a list is searched for at once. */
export const mostSearchWords = 50

/** Most characters of a word. */
export const longestSearchWord = 1000

/**
 * A text that must occur in one of a record's values as they are shown: text with its escapes decoded, numbers as they
 * were sent, `true`, `false` and `null`; letter case ignored. Names of members are no values. With `excludes` the records
 * in which it does are left out instead.
 */
export const searchWordSchema = z.strictObject({
  text: z.string().min(1).max(longestSearchWord),
  excludes: z.boolean(),
})
export type SearchWord = z.infer<typeof searchWordSchema>
