import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { columnLayoutSchema, knownColumnSchema } from '../../../shared/model/lists/list-columns.ts'
import { listNameSchema } from '../../../shared/model/profile/list-name-schema.ts'
import { instantSchema, profileIdSchema } from '../../../shared/model/profile/profile.ts'

/** The version of the form of `lists.json` that this Clavis writes. */
export const listColumnsVersion = 1

/** The columns of a reading of a list to its end. */
const readingSchema = z.strictObject({ at: instantSchema, columns: z.array(knownColumnSchema) })

/** What is kept of one list of one profile. */
const keptListSchema = z.strictObject({
  profileId: profileIdSchema,
  list: listNameSchema,
  layout: columnLayoutSchema,
  /** The last reading to the end, and the one whose difference to it the person knows or has still to be told. */
  last: readingSchema.optional(),
  told: readingSchema.optional(),
})
export type KeptList = z.infer<typeof keptListSchema>

const fileSchema = z.strictObject({ version: z.literal(listColumnsVersion), lists: z.array(keptListSchema) })

const versionSchema = z.looseObject({ version: z.int().min(1) })

/** Reads the file's text. @throws `store-too-new` where a newer Clavis wrote it; any other error means damage */
export function parseListColumns(text: string): KeptList[] {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > listColumnsVersion)
    throw new ClavisError('store-too-new', 'The arrangement of the lists was written by a newer version of Clavis.', {
      hint: 'Use that version, or a newer one. Nothing was changed.',
      details: { version: content.version, understood: listColumnsVersion },
    })
  return fileSchema.parse(content).lists
}

/** The file's text. */
export function formatListColumns(lists: readonly KeptList[]): string {
  // What could not be read back must never be written: the schema is the judge of our own output too.
  return `${JSON.stringify(fileSchema.parse({ version: listColumnsVersion, lists }))}\n`
}
