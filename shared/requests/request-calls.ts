import { z } from 'zod'
import { tokenStateSchema } from '../tokens/token.ts'
import { apiResponseSchema } from '../requests/logged-request.ts'
import { ofProfile, nothing, type CallsOf } from '../call-shapes.ts'
import { clockOffsetSchema, diagnosisSchema } from '../diagnostics/diagnosis.ts'
import { loggedRequestSchema, tokenRequestPreviewSchema } from './logged-request.ts'
import { profileSchema, profileIdSchema } from '../profiles/profile.ts'
import { certificateFingerprintSchema, seenServerSchema } from '../profiles/trust.ts'
import { activityEntrySchema, activityFormatSchema } from './activity.ts'
import { errorValueSchema } from '../errors.ts'

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

/** Diagnostics of a profile. */
export const doctorCalls = {
  /** Checks everything that a token and a call depend on. Requests a new token; `doctor.step` reports each step. */
  'doctor.diagnose': { input: ofProfile, output: diagnosisSchema },
  /** Returns the clock offset of the profile's token endpoint, by its last response; undefined before one. */
  'doctor.clock': { input: ofProfile, output: clockOffsetSchema.optional() },
} as const satisfies CallsOf<'doctor'>

/** Access tokens, and the requests for them. */
export const tokenCalls = {
  'tokens.state': { input: ofProfile, output: tokenStateSchema },
  /** Requests a token, or returns the one that is held and still valid. `renew`: requests a new one; if that fails, it stays. */
  'tokens.get': { input: ofProfile.extend({ renew: z.boolean() }), output: tokenStateSchema },
  /** Cancels the profile's running token requests, which then fail with `token-cancelled`. */
  'tokens.cancel': { input: ofProfile, output: nothing },
  'tokens.drop': { input: ofProfile, output: nothing },
  /** Returns the access token, because the person asked to see it. No other call's output contains one. */
  'tokens.reveal': { input: ofProfile, output: z.strictObject({ accessToken: z.string() }) },
  /** Copies the token to the clipboard, which is cleared after 60 s if it still holds it. */
  'tokens.copy': { input: ofProfile, output: nothing },
  /** Returns the token request that would be sent, without sending it. Reads no key. */
  'tokens.preview': { input: ofProfile, output: tokenRequestPreviewSchema },
  /** Lists the profile's token requests since the app started, newest first: request, response and checks. */
  'tokens.requestLog': { input: ofProfile, output: z.array(loggedRequestSchema) },
} as const satisfies CallsOf<'tokens'>

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

/** Network requests and uses of keys. */
export const activityCalls = {
  /** Lists the newest activity first, at most `limit` entries. */
  'activity.list': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), limit: z.int().min(1).max(5000) }),
    output: z.array(activityEntrySchema),
  },
  /** Deletes all activity, also on disk. */
  'activity.clear': { input: nothing, output: nothing },
  /** Returns why entries can't be saved to disk at present; undefined if they can. */
  'activity.failure': { input: nothing, output: errorValueSchema.optional() },
  /** Saves the stored entries to a file chosen in a dialog. */
  'activity.export': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), format: activityFormatSchema }),
    output: z.strictObject({ fileName: z.string(), lines: z.int() }).optional(),
  },
} as const satisfies CallsOf<'activity'>
