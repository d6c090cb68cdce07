import { z } from 'zod'
import { settingNames } from '../profiles/profile-settings.ts'
import { profileStatusSchema, setUpSteps } from '../profiles/profile-status.ts'
import { instantSchema } from '../profiles/profile.ts'
import { healthUrgencies } from './health-order.ts'

/** What one button does about a profile. */
const nextActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Opens the replacement of its certificate. */
  z.strictObject({ kind: z.literal('replace') }),
  /** Opens the replacement in progress. `place`: e.g. `4 of 11`. */
  z.strictObject({ kind: z.literal('continue-replacement'), place: z.string() }),
  z.strictObject({ kind: z.literal('diagnose') }),
  z.strictObject({ kind: z.literal('get-token') }),
  z.strictObject({ kind: z.literal('test-connection') }),
  /** Tests a profile that worked before its settings or its credential changed. */
  z.strictObject({ kind: z.literal('test-again') }),
  /** Opens the page where the step of set-up is done. */
  z.strictObject({ kind: z.literal('set-up'), step: z.enum(['client-secret', ...setUpSteps]) }),
  /** Opens the field that the service refuses. `label`: the field's; `suggestion`: a value that the service named. */
  z.strictObject({
    kind: z.literal('change-setting'),
    field: z.enum(settingNames),
    label: z.string(),
    suggestion: z.string().optional(),
  }),
])
export type NextAction = z.infer<typeof nextActionSchema>

/** `bad`: it does not work, or will not in a few days; `none`: nothing is known, or it waits for something else. */
const healthLevelSchema = z.enum(['bad', 'warn', 'good', 'none'])
export type HealthLevel = z.infer<typeof healthLevelSchema>

/** One thing that a profile needs to work, and how it stands. */
const healthCheckSchema = z.strictObject({
  subject: z.enum(['key', 'certificate', 'token', 'lists']),
  level: healthLevelSchema,
  /** A few words without a full stop, e.g. `5 days left`. */
  words: z.string(),
  /** What is known besides; a sentence if it says why something failed. */
  detail: z.string().optional(),
  /** Set if the profile doesn't work without it. */
  isMissing: z.literal(true).optional(),
  /** What is next about it, without a full stop, e.g. `Replace the certificate by Tue, Dec 1`. */
  sentence: z.string().optional(),
  /** Set if something is to be done about it. */
  action: nextActionSchema.optional(),
})
export type HealthCheck = z.infer<typeof healthCheckSchema>

const healthSchema = z.strictObject({
  /** Failed ones first. */
  checks: z.array(healthCheckSchema),
  /** Whether everything was verified with the present settings and works, as far as is known. */
  isReady: z.boolean(),
  /** What is next. `sentence`: without a full stop, e.g. `Replace the certificate by Tue, Dec 1`, `Ready`. */
  next: z.strictObject({ sentence: z.string(), action: nextActionSchema, level: healthLevelSchema }),
  /** A word that stands for the profile's health in a list, e.g. `5 d`, and what it means; none during set-up. */
  mark: z.strictObject({ text: z.string(), words: z.string(), level: healthLevelSchema }).optional(),
  urgency: z.enum(healthUrgencies),
  /** Calendar days until the certificate expires; negative after that; undefined if none is active. */
  daysLeft: z.int().optional(),
})
export type Health = z.infer<typeof healthSchema>

/** What is remembered of a profile, with its health. */
export const profileHealthSchema = profileStatusSchema.extend({
  health: healthSchema,
  /** When its words change without an event: at midnight, or when the certificate becomes valid or expires. */
  changesAt: instantSchema,
})
export type ProfileHealth = z.infer<typeof profileHealthSchema>
