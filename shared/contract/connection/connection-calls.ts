import { z } from 'zod'
import { apiResponseSchema } from '../../model/oauth/token.ts'
import type { CallsOf } from '../call-shapes.ts'
import { ofProfile } from '../recurring-shapes.ts'

/** Calls of the service with a token. */
export const connectionCalls = {
  /** Makes the hello-world check with a bearer token (service document, section 4.2). */
  'connection.test': { input: ofProfile, output: apiResponseSchema },
  /** Sends a GET to a path below one of the profile's base addresses. Any status is a result. */
  'connection.get': {
    input: ofProfile.extend({ path: z.string().trim().min(1).max(8000) }),
    output: apiResponseSchema,
  },
} as const satisfies CallsOf<'connection'>
