import { z } from 'zod'
import { profileIdSchema, profileSchema } from '../model/profile/profile.ts'
import { certificateFingerprintSchema, seenServerSchema } from '../model/profile/trust.ts'
import type { CallsOf } from './call-shapes.ts'

/** What certificates a profile’s servers present, and trusting one. */
export const trustCalls = {
  /**
   * What certificates one of the profile's servers presents, trusted or not, by the way that its calls take. Nothing is
   * sent to it. `address`: one of the profile's; its token URL where it is left out.
   */
  'trust.look': {
    input: z.strictObject({ profileId: profileIdSchema, address: z.url().max(8000).optional() }),
    output: seenServerSchema,
  },
  /** Trusts the certificate that `trust.look` offered, for this profile alone. */
  'trust.add': {
    input: z.strictObject({ profileId: profileIdSchema, sha256: certificateFingerprintSchema }),
    output: profileSchema,
  },
} as const satisfies CallsOf<'trust'>
