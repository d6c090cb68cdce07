import { z } from 'zod'
import { runIdSchema } from './list.ts'
import { listNameSchema } from '../profile/list-name-schema.ts'

/** Records of another list that have one of a record's identifiers. */
export const recordLinkSchema = z.strictObject({
  /** The column of the record where the identifier stands. */
  ownPath: z.string(),
  /** The column of the other list's records where it stands. */
  otherPath: z.string(),
  /** The identifier's text. */
  value: z.string(),
  /** How many of the other list's loaded records have it there. */
  count: z.int().min(1),
  /** The place of the first of them in its run. */
  firstPosition: z.int().min(0),
})
export type RecordLink = z.infer<typeof recordLinkSchema>

/** What another list of the same profile has to do with a record. Nothing is asked of the service. */
export const linkedListSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-loaded'), list: listNameSchema }),
  z.strictObject({
    kind: z.literal('loaded'),
    list: listNameSchema,
    runId: runIdSchema,
    /** How many of its records were looked at, and whether those are all. */
    records: z.int().min(0),
    isComplete: z.boolean(),
    links: z.array(recordLinkSchema),
    /** How many links there are beside these. */
    more: z.int().min(0),
    /** Whether the record has more identifiers, or the list more columns, than were looked at. */
    isPartial: z.boolean(),
  }),
])
export type LinkedList = z.infer<typeof linkedListSchema>
