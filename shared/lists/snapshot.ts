import { z } from 'zod'
import { environmentSchema } from '../profiles/environment-schemas.ts'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { profileIdSchema } from '../profiles/profile.ts'

export const snapshotIdSchema = z.uuid()

export const snapshotNameSchema = z.string().trim().min(1).max(100)

/** A dataset saved under a name. */
export const snapshotSchema = z.strictObject({
  id: snapshotIdSchema,
  name: snapshotNameSchema,
  profileId: profileIdSchema,
  /** The profile's name when the snapshot was saved. */
  profileName: z.string(),
  environment: environmentSchema,
  list: listNameSchema,
  startedAt: z.iso.datetime(),
  keptAt: z.iso.datetime(),
  pages: z.int().min(0),
  records: z.int().min(0),
  /** Whether its last page is loaded. */
  complete: z.boolean(),
  /** Size on disk, bytes. */
  size: z.int().min(0),
  /** Whether it is open in this window. */
  open: z.boolean(),
  /** The watch that loaded it, whose history shows it. */
  watchId: z.uuid().optional(),
})
export type Snapshot = z.infer<typeof snapshotSchema>
