import { z } from 'zod'

/** Maximum number of search words. */
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
