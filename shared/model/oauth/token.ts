import { z } from 'zod'
import { errorValueSchema } from '../errors/error-value.ts'
import { instantSchema } from '../profile/profile.ts'

/** JSON for display: exact text, never parsed on the way, so that no digit is lost. */
export const jsonTextSchema = z.string()

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

/** The response to an authenticated GET. */
export const apiResponseSchema = z.strictObject({
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
export type ApiResponse = z.infer<typeof apiResponseSchema>
