import { z } from 'zod'
import { errorValueSchema } from '../error-value.ts'
import { instantSchema } from '../profiles/profile.ts'
import { requestTimingsSchema } from './activity.ts'

/** JSON for display: exact text, never parsed on the way, so that no digit is lost. */
export const jsonTextSchema = z.string()

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

const pairsSchema = z.array(z.strictObject({ name: z.string(), value: z.string() }))

/** A token request for display: secrets and signatures are replaced by `…`. */
export const shownRequestSchema = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: pairsSchema,
  /** Form parameters in the order of the body. */
  parameters: pairsSchema,
  /** Header and claims of the assertion, if one is sent, as their exact JSON text. */
  assertion: z.strictObject({ header: jsonTextSchema, claims: jsonTextSchema }).optional(),
  /** The certificate that the connection presents (RFC 8705), if any. */
  clientCertificate: z.strictObject({ subject: z.string(), sha1: z.string() }).optional(),
})
export type ShownRequest = z.infer<typeof shownRequestSchema>

/** Which part of a token request or response a check is about, in display order. */
export const ruleParts = ['request', 'header', 'claims', 'response'] as const

/** Result of a check: `not-checked` if nothing was sent, no token was received, or the profile's settings replace the rule. */
export const ruleOutcomes = ['passed', 'failed', 'not-checked'] as const
export type RuleOutcome = (typeof ruleOutcomes)[number]

/** A check: a rule of the service's document, or of the standard if the document doesn't say. */
export const ruleVerdictSchema = z.strictObject({
  id: z.string(),
  part: z.enum(ruleParts),
  /** Where the rule is defined, e.g. `Section 4.1` of the service's document, or `RFC 8705, section 2.1`. */
  source: z.string(),
  /** The rule in a sentence. */
  rule: z.string(),
  outcome: z.enum(ruleOutcomes),
  /** What was found, in a sentence. */
  found: z.string(),
})
export type RuleVerdict = z.infer<typeof ruleVerdictSchema>

/** A token request and its checks, without sending it. */
export const tokenRequestPreviewSchema = z.strictObject({
  request: shownRequestSchema,
  rules: z.array(ruleVerdictSchema),
})
export type TokenRequestPreview = z.infer<typeof tokenRequestPreviewSchema>

const requestOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('response'),
    status: z.int(),
    headers: pairsSchema,
    /** Members that are known to be harmless, as JSON, and the size of the others; or what kind of body it is. */
    body: z.string(),
    /** Bytes of the body. */
    size: z.int().min(0),
    durationMs: z.number().min(0),
    timings: requestTimingsSchema.optional(),
    /** Why the response contains no token. */
    refusal: errorValueSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('no-response'), error: errorValueSchema }),
])

/** A token request of this session with its response, without secrets. */
export const loggedRequestSchema = z.strictObject({
  id: z.int().min(1),
  at: instantSchema,
  /** Displayed, e.g. `Token request`. */
  what: z.string(),
  request: shownRequestSchema,
  outcome: requestOutcomeSchema,
  rules: z.array(ruleVerdictSchema),
})
export type LoggedRequest = z.infer<typeof loggedRequestSchema>
