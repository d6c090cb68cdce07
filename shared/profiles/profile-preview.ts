import { z } from 'zod'
import { environmentSchema } from './environment-schemas.ts'

/** A profile in a profile file, as shown before it is imported. */
export const profilePreviewSchema = z.strictObject({
  name: z.string(),
  environment: environmentSchema,
  /** Where it would send secrets and tokens: hosts with ports, each once. */
  hosts: z.array(z.string()),
  /** What it would send with each token request besides what Clavis sends itself. */
  parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Certificate authorities that it contains. */
  authorities: z.array(
    z.strictObject({
      subject: z.string(),
      /** Upper-case hex without colons. */
      sha256: z.string(),
    }),
  ),
  /** Its proxy; undefined: the system's, or none. */
  proxy: z.string().optional(),
  /** The number of saved views that come with it, if there are any. */
  views: z.int().min(1).optional(),
})
export type ProfilePreview = z.infer<typeof profilePreviewSchema>
