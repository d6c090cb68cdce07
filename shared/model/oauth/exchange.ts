import { z } from 'zod'
import { exchangeTimingsSchema } from '../activity/activity.ts'
import { errorValueSchema } from '../errors/error-value.ts'
import { instantSchema } from '../profile/profile.ts'
import { jsonTextSchema } from './token.ts'

const pairsSchema = z.array(z.strictObject({ name: z.string(), value: z.string() }))

/** A token request as it may be seen: secrets and signatures are replaced by `…`. */
export const shownRequestSchema = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: pairsSchema,
  /** Form parameters in the order of the body. */
  parameters: pairsSchema,
  /** Header and claims of the assertion where one is sent, as their exact JSON texts. */
  assertion: z.strictObject({ header: jsonTextSchema, claims: jsonTextSchema }).optional(),
  /** The certificate that the connection presents (RFC 8705), where it presents one. */
  clientCertificate: z.strictObject({ subject: z.string(), sha1: z.string() }).optional(),
})
export type ShownRequest = z.infer<typeof shownRequestSchema>

/** Which part of an exchange a rule is about, in the order in which they are shown. */
export const ruleParts = ['request', 'header', 'claims', 'answer'] as const

/**
 * What became of a rule.
 * - `kept`, `broken`
 * - `departs`: the profile's settings ask for something else, on purpose
 * - `open`: it cannot be judged, because nothing was sent or no token came
 */
export const ruleOutcomes = ['kept', 'departs', 'broken', 'open'] as const
export type RuleOutcome = (typeof ruleOutcomes)[number]

/** A rule of the service's document, or of the standard that stands in where the document is silent. */
export const ruleVerdictSchema = z.strictObject({
  id: z.string(),
  part: z.enum(ruleParts),
  /** Where the rule is written, e.g. `Section 4.1` of the service's document, or `RFC 8705, section 2.1`. */
  source: z.string(),
  /** The rule in a plain sentence. */
  rule: z.string(),
  outcome: z.enum(ruleOutcomes),
  /** What was found, in a plain sentence. */
  found: z.string(),
})
export type RuleVerdict = z.infer<typeof ruleVerdictSchema>

/** What a token request would be, and how it stands to the rules, without sending it. */
export const tokenRequestPreviewSchema = z.strictObject({
  request: shownRequestSchema,
  rules: z.array(ruleVerdictSchema),
})
export type TokenRequestPreview = z.infer<typeof tokenRequestPreviewSchema>

/** How a token request ended. */
const exchangeOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answered'),
    status: z.int(),
    headers: pairsSchema,
    /** The body's beginning; tokens and everything as long and opaque are replaced by `…`. */
    body: z.string(),
    /** Whether the body goes on after what is shown. */
    cut: z.boolean(),
    /** Bytes of the body. */
    size: z.int().min(0),
    durationMs: z.number().min(0),
    timings: exchangeTimingsSchema.optional(),
    /** Why the answer gave no token. */
    refusal: errorValueSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('no-answer'), error: errorValueSchema }),
])

/** One token request of this session with its answer, without secrets. */
export const tokenExchangeSchema = z.strictObject({
  id: z.int().min(1),
  at: instantSchema,
  /** In words, e.g. `Token request`. */
  what: z.string(),
  request: shownRequestSchema,
  outcome: exchangeOutcomeSchema,
  rules: z.array(ruleVerdictSchema),
})
export type TokenExchange = z.infer<typeof tokenExchangeSchema>
