import { z } from 'zod'
import { errorValueSchema } from '../errors/error-value.ts'
import { instantSchema } from '../profile/profile.ts'

/** JSON as it is shown: exact text, never parsed on the way, so that no digit is lost. */
export const jsonTextSchema = z.string()

/**
 * A profile's access token as the page may see it. The token itself has no place here: it leaves main only by the
 * explicit “reveal” and “copy” calls.
 * - `none`: none was asked for, or it was dropped
 * - `requesting`: the one request is under way
 * - `held`: in main's memory; `expiresAt` from the response's `expires_in` and the time of the request
 * - `failed`: the last request failed
 */
export const tokenStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('requesting'), since: instantSchema }),
  z.strictObject({
    kind: z.literal('held'),
    obtainedAt: instantSchema,
    expiresAt: instantSchema,
    /** `expires_in` of the response, seconds. */
    lifetimeSeconds: z.int().min(0),
    tokenType: z.string(),
    /** The scope that was granted, as the response or the token's own claims say; undefined where neither does. */
    scopes: z.array(z.string()).optional(),
    /** Header and claims of the token where it is a JWT, for display; undefined where it is opaque. */
    claims: z.strictObject({ header: jsonTextSchema, payload: jsonTextSchema }).optional(),
    /** Set where the answer was usable but odd, e.g. `expires_in` sent as text. */
    notice: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), error: errorValueSchema, failedAt: instantSchema }),
])
export type TokenState = z.infer<typeof tokenStateSchema>

/** The answer of an authenticated GET. */
export const callResultSchema = z.strictObject({
  url: z.string(),
  status: z.int(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The body as text; cut after 256 KiB (`cut` is then true). */
  body: z.string(),
  cut: z.boolean(),
  durationMs: z.number().min(0),
  /** Bytes of the body. */
  size: z.int().min(0),
})
export type CallResult = z.infer<typeof callResultSchema>
