import { z } from 'zod'
import { credentialIdSchema } from '../model/credential/credential-id.ts'
import { environmentSchema } from '../model/profile/environment.ts'
import { validitySchema } from './expiry.ts'
import { instantSchema, profileIdSchema } from '../model/profile/profile.ts'

/** A certificate in the timeline: its profile and credential, and its validity period. */
export const timelineCertificateSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  practice: z.boolean(),
  credentialId: credentialIdSchema,
  state: z.enum(['certificate-imported', 'confirmed', 'active', 'retired']),
  /** When a retired one was retired. */
  retiredAt: instantSchema.optional(),
  /** One line, most specific first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
  subject: z.string(),
  ...validitySchema.shape,
})
export type TimelineCertificate = z.infer<typeof timelineCertificateSchema>
