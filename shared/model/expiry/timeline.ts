import { z } from 'zod'
import { credentialIdSchema } from '../credential/credential-id.ts'
import { environmentSchema } from '../profile/environment.ts'
import { instantSchema, profileIdSchema } from '../profile/profile.ts'

/** A certificate as the timeline shows it: whose it is, what it is for, and from when to when. */
export const timelineCertificateSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  practice: z.boolean(),
  credentialId: credentialIdSchema,
  state: z.enum(['certificate-imported', 'confirmed', 'active', 'retired']),
  /** Since when a retired one is out of use. */
  retiredAt: instantSchema.optional(),
  /** One line, most specific first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
  subject: z.string(),
  notBefore: instantSchema,
  notAfter: instantSchema,
})
export type TimelineCertificate = z.infer<typeof timelineCertificateSchema>

/** The most characters of a timeline saved as SVG: several times what a thousand certificates take. */
export const timelineSvgLimit = 5_000_000
