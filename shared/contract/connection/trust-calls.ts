import { z } from 'zod'
import { profileSchema } from '../../model/profile/profile.ts'
import { certificateFingerprintSchema, seenServerSchema } from '../../model/profile/trust.ts'
import type { CallsOf } from '../call-shapes.ts'
import { ofProfile } from '../recurring-shapes.ts'

/** Certificates of a profile’s servers, and trusting them. */
export const trustCalls = {
  /**
   * Returns the certificates of one of the profile's servers, trusted or not, over the route of its calls. Sends
   * nothing to it. `address`: one of the profile's; by default its token URL.
   */
  'trust.inspectTls': {
    input: ofProfile.extend({ address: z.url().max(8000).optional() }),
    output: seenServerSchema,
  },
  /** Trusts the certificate returned by `trust.inspectTls`, for this profile only. */
  'trust.add': {
    input: ofProfile.extend({ sha256: certificateFingerprintSchema }),
    output: profileSchema,
  },
} as const satisfies CallsOf<'trust'>
