import { z } from 'zod'
import { environmentSchema } from './environment.ts'

/** A profile of a profile file, as a person looks at it before it is imported. */
export const profilePreviewSchema = z.strictObject({
  name: z.string(),
  environment: environmentSchema,
  /** Where it would send secrets and tokens: hosts with their ports, each once. */
  hosts: z.array(z.string()),
  /** Authorities that it brings along. */
  authorities: z.array(
    z.strictObject({
      subject: z.string(),
      /** Upper-case hex without colons. */
      sha256: z.string(),
    }),
  ),
  /** A proxy that it brings along; undefined: the system's, or none. */
  proxy: z.string().optional(),
})
export type ProfilePreview = z.infer<typeof profilePreviewSchema>
