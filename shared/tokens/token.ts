import { z } from 'zod'
import { errorValueSchema } from '../error-value.ts'
import { instantSchema } from '../profiles/profile.ts'
import { jsonTextSchema } from '../requests/logged-request.ts'

/**
 * A profile's access token as the page sees it, without the token itself, which leaves main only by the explicit
 * “reveal” and “copy” calls.
 * - `none`: none was requested, or it was discarded
 * - `requesting`: a request is in progress
 * - `held`: in main's memory; `expiresAt` from the lifetime and the time of the request
 * - `failed`: the last request failed
 */
export const tokenStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('requesting'), since: instantSchema }),
  z.strictObject({
    kind: z.literal('held'),
    obtainedAt: instantSchema,
    expiresAt: instantSchema,
    /** `expires_in` of the response, or the time until the token's `exp`, seconds. */
    lifetimeSeconds: z.int().min(0),
    tokenType: z.string(),
    /** The granted scope, by the response or the token's own claims; undefined if neither has it. */
    scopes: z.array(z.string()).optional(),
    /** Header and claims of the token for display, if it is a JWT; undefined if it is opaque. */
    claims: z.strictObject({ header: jsonTextSchema, payload: jsonTextSchema }).optional(),
    /** Set if the response was usable but odd, e.g. `expires_in` sent as text. */
    notice: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), error: errorValueSchema, failedAt: instantSchema }),
])
export type TokenState = z.infer<typeof tokenStateSchema>
