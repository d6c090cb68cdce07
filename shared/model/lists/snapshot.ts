import { z } from 'zod'
import { environmentSchema } from '../profile/environment.ts'
import { listNameSchema } from '../profile/list-name-schema.ts'
import { profileIdSchema } from '../profile/profile.ts'

export const snapshotIdSchema = z.uuid()

/** How a snapshot is called. */
export const snapshotNameSchema = z.string().trim().min(1).max(100)

/** A reading that the person kept under a name. */
export const snapshotSchema = z.strictObject({
  id: snapshotIdSchema,
  name: snapshotNameSchema,
  profileId: profileIdSchema,
  /** As it was called when the reading was kept. */
  profileName: z.string(),
  environment: environmentSchema,
  list: listNameSchema,
  startedAt: z.iso.datetime(),
  keptAt: z.iso.datetime(),
  pages: z.int().min(0),
  records: z.int().min(0),
  /** Whether its last page is in. */
  complete: z.boolean(),
  /** Bytes on the disk. */
  size: z.int().min(0),
  /** Whether it is open in this window now. */
  open: z.boolean(),
})
export type Snapshot = z.infer<typeof snapshotSchema>
