import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { columnLayoutSchema, knownColumnSchema } from '../../../shared/model/lists/columns/list-columns.ts'
import { listNameSchema } from '../../../shared/model/profile/list-name-schema.ts'
import { instantSchema, profileIdSchema } from '../../../shared/model/profile/profile.ts'

/** Version of the `lists.json` format that this Clavis writes. */
export const listColumnsVersion = 1

/** Columns of a complete load. */
const loadSchema = z.strictObject({ at: instantSchema, columns: z.array(knownColumnSchema) })

/** What is stored for one list of one profile. */
const storedListSchema = z.strictObject({
  profileId: profileIdSchema,
  list: listNameSchema,
  layout: columnLayoutSchema,
  /** The last complete load, and the one that the person last saw: its differences to `last` are still to be shown. */
  last: loadSchema.optional(),
  told: loadSchema.optional(),
})
type StoredList = z.infer<typeof storedListSchema>

/** Settings stored for a list. In the file `seen` is still `told`, so that older versions can read it. */
export interface KeptList extends Omit<StoredList, 'told'> {
  readonly seen?: StoredList['told']
}

const fileSchema = z.strictObject({ version: z.literal(listColumnsVersion), lists: z.array(storedListSchema) })

const versionSchema = z.looseObject({ version: z.int().min(1) })

/** Parses the file's text. @throws `store-too-new` if a newer Clavis wrote it; any other error means damage */
export function parseListColumns(text: string): KeptList[] {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > listColumnsVersion)
    throw new ClavisError('store-too-new', 'The list columns were saved by a newer version of Clavis.', {
      hint: 'Use that version or a newer one. Nothing was changed.',
      details: { version: content.version, understood: listColumnsVersion },
    })
  return fileSchema.parse(content).lists.map(({ told, ...list }) => ({ ...list, seen: told }))
}

export function formatListColumns(lists: readonly KeptList[]): string {
  // Validates the output with the schema, so that nothing is written that can't be read back.
  const stored = lists.map(({ seen, ...list }) => ({ ...list, told: seen }))
  return `${JSON.stringify(fileSchema.parse({ version: listColumnsVersion, lists: stored }))}\n`
}
