import { z } from 'zod'
import { errorCodeSchema } from '../errors/error-value.ts'
import { instantSchema, profileIdSchema } from '../profile/profile.ts'

const millisecondsSchema = z.number().min(0)

/** What the time of an answered exchange went into, milliseconds. A step that there was not is left out. */
export const exchangeTimingsSchema = z.strictObject({
  /** Finding the name's addresses: the service's, or the proxy's where there is one. */
  resolveMs: millisecondsSchema.optional(),
  /** TCP, and with a proxy its answer too. */
  connectMs: millisecondsSchema.optional(),
  tlsMs: millisecondsSchema.optional(),
  /** From sending the request to the answer's head. */
  firstByteMs: millisecondsSchema,
  /** From the answer's head to its end. */
  bodyMs: millisecondsSchema,
  /** Whether the connection was open already: then nothing was resolved, connected or secured. */
  reused: z.boolean(),
})
export type ExchangeTimings = z.infer<typeof exchangeTimingsSchema>

/**
 * One line of the activity: an HTTP exchange or a use of a key. Never a secret, token, assertion or cursor: of a
 * request only its method and its address without query are kept.
 */
export const activityEntrySchema = z.strictObject({
  id: z.int().min(1),
  at: instantSchema,
  profileId: profileIdSchema.optional(),
  profileName: z.string().optional(),
  kind: z.enum(['token', 'call', 'list', 'key', 'webhook']),
  /** In words, e.g. `Token request`, `Page 12 of reports` or `Assertion signed`. */
  what: z.string(),
  /** Of a use of a key: which one, by its certificate's thumbprint or its public half. */
  keyName: z.string().optional(),
  method: z.string().optional(),
  /** Scheme, host and path; no query. */
  address: z.string().optional(),
  status: z.int().optional(),
  outcome: z.enum(['ok', 'retried', 'failed']),
  errorCode: errorCodeSchema.optional(),
  durationMs: millisecondsSchema.optional(),
  timings: exchangeTimingsSchema.optional(),
  /** Bytes of the response body. */
  size: z.int().min(0).optional(),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** How the activity is saved: HTTP Archive, or a line of JSON each. */
export const activityFormats = ['har', 'jsonl'] as const
export const activityFormatSchema = z.enum(activityFormats)
export type ActivityFormat = z.infer<typeof activityFormatSchema>
