import { z } from 'zod'
import { errorCodeSchema } from '../error-value.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'
import { shellWord } from '../values/shell-word.ts'

const millisecondsSchema = z.number().min(0)

/** How the time of a request was spent, milliseconds. Skipped steps are left out. */
export const requestTimingsSchema = z.strictObject({
  /** DNS lookup of the service, or of the proxy if there is one. */
  resolveMs: millisecondsSchema.optional(),
  /** TCP, and the response of a proxy. */
  connectMs: millisecondsSchema.optional(),
  tlsMs: millisecondsSchema.optional(),
  /** From sending the request to the response headers. */
  firstByteMs: millisecondsSchema,
  /** From the response headers to the end. */
  bodyMs: millisecondsSchema,
  /** Whether an open connection was reused, so that nothing was resolved, connected or secured. */
  reused: z.boolean(),
})
export type RequestTimings = z.infer<typeof requestTimingsSchema>

/**
 * An entry of the activity: an HTTP request or a use of a key. Never contains a secret, token, assertion or cursor: of
 * a request only its method and its address without query are stored.
 */
export const activityEntrySchema = z.strictObject({
  id: z.int().min(1),
  at: instantSchema,
  profileId: profileIdSchema.optional(),
  profileName: z.string().optional(),
  kind: z.enum(['token', 'call', 'list', 'key', 'webhook']),
  /** Displayed, e.g. `Token request`, `Page 12 of reports` or `Assertion signed`. */
  what: z.string(),
  /** Identifies the key that was used, by its certificate's thumbprint or its public key. */
  keyName: z.string().optional(),
  method: z.string().optional(),
  /** Scheme, host and path; no query. */
  address: z.string().optional(),
  status: z.int().optional(),
  outcome: z.enum(['ok', 'retried', 'failed']),
  errorCode: errorCodeSchema.optional(),
  durationMs: millisecondsSchema.optional(),
  timings: requestTimingsSchema.optional(),
  /** Size of the response body, bytes. */
  size: z.int().min(0).optional(),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** An entry as the log lists it: without what only an opened line shows. */
export const activityLineSchema = activityEntrySchema.omit({ profileName: true, timings: true, size: true })
export type ActivityLine = z.infer<typeof activityLineSchema>

/** Returns an entry as the log lists it. */
export function activityLine({ profileName, timings, size, ...line }: ActivityEntry): ActivityLine {
  return line
}

/** Export formats: HTTP Archive, or one line of JSON per entry. */
export const activityFormats = ['har', 'jsonl'] as const
export const activityFormatSchema = z.enum(activityFormats)
export type ActivityFormat = z.infer<typeof activityFormatSchema>

/**
 * Formats a request as a curl command, which works when `$TOKEN` is set; undefined if it can't be repeated: a token
 * request contains an assertion, and a page after the first a cursor, which are not stored.
 */
export function curlCommand({ kind, method, address, what }: ActivityLine): string | undefined {
  if (address === undefined || method !== 'GET' || (kind !== 'call' && kind !== 'list')) return undefined
  if (kind === 'list' && /^Page (?!1 )/u.test(what)) return undefined
  return `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' ${shellWord(address)}`
}
