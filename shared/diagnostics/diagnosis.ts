import { z } from 'zod'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

/** The checks, in an order in which each depends on those before it. */
export const diagnosisStepIds = [
  'settings',
  'keychain',
  'key',
  'certificate',
  'kid',
  'environment',
  'proxy',
  'name',
  'tcp',
  'tls',
  'clock',
  'token',
  'token-claims',
  'hello',
  'reports',
  'report-configs',
  'reporting-groups',
] as const
export type DiagnosisStepId = (typeof diagnosisStepIds)[number]

/** A check: its result in a sentence, and what it depends on. */
export const diagnosisStepSchema = z.strictObject({
  id: z.enum(diagnosisStepIds),
  /** `skipped`: it doesn't apply, or a check that it depends on failed. */
  outcome: z.enum(['good', 'warning', 'bad', 'skipped']),
  sentence: z.string(),
  evidence: z.array(z.strictObject({ label: z.string(), value: z.string() })),
})
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>

export const diagnosisCauseIds = [
  'settings-incomplete',
  'keychain-unavailable',
  'keychain-locked',
  'key-missing',
  'client-secret-missing',
  'no-active-credential',
  'certificate-ended',
  'certificate-not-yet-valid',
  'key-of-other-environment',
  'client-id-of-other-environment',
  'client-id-unknown',
  'client-secret-wrong',
  'kid-of-other-certificate',
  'kid-spelled-differently',
  'kid-unknown',
  'certificate-not-uploaded',
  'key-does-not-fit',
  'clock-wrong',
  'assertion-lifetime',
  'token-url-slash',
  'token-url-wrong',
  'audience-wrong',
  'audience-of-other-environment',
  'scope-wrong',
  'client-not-allowed',
  'jti-needed',
  'jti-repeated',
  'parameter-name',
  'name-not-found',
  'host-refuses',
  'host-unreachable',
  'host-silent',
  'keys-recorded',
  'tls-untrusted',
  'tls-intercepted',
  'tls-too-old',
  'tls-certificate-bad',
  'tls-not-spoken',
  'client-certificate-refused',
  'proxy-invalid',
  'proxy-password',
  'proxy-password-refused',
  'proxy-sign-in-unknown',
  'proxy-refuses',
  'redirected',
  'gateway-page',
  'response-damaged',
  'response-too-large',
  'token-response-unusable',
  'rate-limited',
  'service-down',
  'api-token-refused',
  'api-permission',
  'api-path-wrong',
  'unknown',
] as const

/** Where a problem can be fixed; `confirmation`: the dialog that confirms the active certificate with the portal. */
export const remedyPlaces = ['edit-profile', 'network', 'credentials', 'confirmation', 'token', 'replacement'] as const

/** A possible cause of the failure, with its evidence and its fix. */
export const diagnosisCauseSchema = z.strictObject({
  id: z.enum(diagnosisCauseIds),
  what: z.string(),
  /** Facts that suggest it. */
  evidence: z.array(z.string()),
  remedy: z.string(),
  /** The page on which it can be fixed. */
  place: z.enum(remedyPlaces).optional(),
  /** The command that fixes it. */
  command: z.string().optional(),
})
export type DiagnosisCause = z.infer<typeof diagnosisCauseSchema>

export const diagnosisSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  at: instantSchema,
  steps: z.array(diagnosisStepSchema),
  /** Most likely first; empty if token and calls work. */
  causes: z.array(diagnosisCauseSchema),
})
export type Diagnosis = z.infer<typeof diagnosisSchema>

/** Says that a profile without causes works, and how many of its checks failed or warn all the same. */
export function workingMessage(steps: readonly DiagnosisStep[]): string {
  const counted = (['bad', 'warning'] as const).flatMap((outcome) => {
    const count = steps.filter((step) => step.outcome === outcome).length
    const name = outcome === 'bad' ? 'failed check' : 'warning'
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]
  })
  return counted.length === 0 ? 'Everything works.' : `Works, with ${counted.join(' and ')}.`
}

/** How far a service's clock is ahead of this computer's. */
export const clockOffsetSchema = z.strictObject({
  /** Milliseconds; negative if the service is behind. */
  offset: z.number(),
  /** Maximum error of the measurement, milliseconds. */
  uncertainty: z.number(),
  measuredAt: z.number(),
  /** Whether it is off by more than two seconds and more than the error of the measurement. */
  isOff: z.boolean(),
})
