import { z } from 'zod'
import { credentialIdSchema } from './credential-id.ts'
import { errorCodeSchema } from '../errors/error-value.ts'
import { instantSchema } from '../profile/profile.ts'

const common = {
  at: instantSchema,
  credentialId: credentialIdSchema,
  /** What the credential was called then: it may be gone by now. */
  credentialName: z.string(),
} as const

/** Steps of a credential's life that are told by their name and date alone. */
const plainKindSchema = z.enum([
  'key-made',
  'csr-made',
  'csr-saved',
  'certificate-imported',
  'certificate-with-key-imported',
  'chain-completed',
  'confirmed',
  'activated',
  'deactivated',
  'retired',
  'removed',
  'key-destroyed',
  'key-restored',
  'restored',
])

/** One dated event of a credential's life. It outlives the credential: the profile keeps it. */
export const credentialEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: plainKindSchema }),
  /** A real token request with its key while another one signed. */
  z.strictObject({ ...common, kind: z.literal('tried'), failure: errorCodeSchema.optional() }),
  /** The person was told that it ends; `days`: the threshold, 0 once it had ended. */
  z.strictObject({ ...common, kind: z.literal('warned'), days: z.int().min(0) }),
])
export type CredentialEvent = z.infer<typeof credentialEventSchema>
