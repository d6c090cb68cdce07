import { z } from 'zod'
import { errorCodeSchema } from '../error-value.ts'
import { instantSchema } from '../profiles/profile.ts'
import { credentialIdSchema } from './credential-id.ts'

const common = {
  at: instantSchema,
  credentialId: credentialIdSchema,
  /** The credential's name at that time; it may have been removed since. */
  credentialName: z.string(),
} as const

/** Events that are described by their name and date alone. */
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

/** A dated event of a credential. The profile stores it, so it outlives the credential. */
export const credentialEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: plainKindSchema }),
  /** A real token request with its key while another credential was active. */
  z.strictObject({ ...common, kind: z.literal('tried'), failure: errorCodeSchema.optional() }),
  /** The person was warned of its expiry; `days`: the threshold, 0 on expiry. */
  z.strictObject({ ...common, kind: z.literal('warned'), days: z.int().min(0) }),
])
export type CredentialEvent = z.infer<typeof credentialEventSchema>
