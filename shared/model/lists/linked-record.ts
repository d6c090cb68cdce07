import { z } from 'zod'
import { datasetIdSchema } from './list.ts'
import { listNameSchema } from '../profile/list-name-schema.ts'

/** Records of another list that share an identifier with a record. */
export const recordLinkSchema = z.strictObject({
  /** Column of the identifier in the record. */
  ownPath: z.string(),
  /** Column of the identifier in the other list's records. */
  otherPath: z.string(),
  /** The identifier's text. */
  value: z.string(),
  /** Number of the other list's loaded records with it. */
  count: z.int().min(1),
  /** Position of the first of them in its dataset. */
  firstPosition: z.int().min(0),
})
export type RecordLink = z.infer<typeof recordLinkSchema>

/** Links from a record to another list of the same profile. Nothing is requested from the service. */
export const linkedListSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-loaded'), list: listNameSchema }),
  z.strictObject({
    kind: z.literal('loaded'),
    list: listNameSchema,
    datasetId: datasetIdSchema,
    /** Number of its records that were searched, and whether those are all. */
    records: z.int().min(0),
    isComplete: z.boolean(),
    links: z.array(recordLinkSchema),
    /** Number of further links. */
    more: z.int().min(0),
    /** Whether the record has more identifiers, or the list more columns, than were searched. */
    isPartial: z.boolean(),
  }),
])
export type LinkedList = z.infer<typeof linkedListSchema>
