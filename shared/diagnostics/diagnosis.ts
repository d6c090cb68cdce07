import { z } from 'zod'
import { settingNames } from '../profiles/profile-settings.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

/** The checks in order: each may depend on those before it. */
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

/**
 * Lists the causes that diagnostics name, each with the kind of exit code that `clavis doctor` ends with: `input` for a
 * problem on this computer, `unavailable` if there is no usable response, `refused` otherwise.
 */
export const diagnosisCauses = {
  'keychain-unavailable': 'unavailable',
  'keychain-locked': 'unavailable',
  'key-missing': 'unavailable',
  'client-secret-missing': 'input',
  'no-active-credential': 'input',
  'certificate-ended': 'input',
  'certificate-not-yet-valid': 'input',
  'key-of-other-environment': 'refused',
  'client-id-of-other-environment': 'refused',
  'client-id-unknown': 'refused',
  'client-secret-wrong': 'refused',
  'kid-of-other-certificate': 'refused',
  'kid-spelled-differently': 'refused',
  'kid-unknown': 'refused',
  'certificate-not-uploaded': 'refused',
  'key-does-not-fit': 'refused',
  'clock-wrong': 'refused',
  'assertion-lifetime': 'refused',
  'token-url-slash': 'refused',
  'token-url-wrong': 'refused',
  'audience-wrong': 'refused',
  'audience-of-other-environment': 'refused',
  'scope-wrong': 'refused',
  'client-not-allowed': 'refused',
  'jti-needed': 'refused',
  'jti-repeated': 'refused',
  'parameter-name': 'refused',
  'name-not-found': 'unavailable',
  'host-refuses': 'unavailable',
  'host-unreachable': 'unavailable',
  'host-silent': 'unavailable',
  'keys-recorded': 'input',
  'tls-untrusted': 'unavailable',
  'tls-intercepted': 'unavailable',
  'tls-too-old': 'unavailable',
  'tls-certificate-bad': 'unavailable',
  'tls-not-spoken': 'unavailable',
  'client-certificate-refused': 'refused',
  'proxy-invalid': 'input',
  'proxy-password': 'input',
  'proxy-password-refused': 'unavailable',
  'proxy-sign-in-unknown': 'unavailable',
  'proxy-refuses': 'unavailable',
  redirected: 'unavailable',
  'gateway-page': 'unavailable',
  'response-damaged': 'unavailable',
  'response-too-large': 'unavailable',
  'token-response-unusable': 'unavailable',
  'rate-limited': 'unavailable',
  'service-down': 'unavailable',
  'api-token-refused': 'refused',
  'api-permission': 'refused',
  'api-path-wrong': 'refused',
  unknown: 'refused',
} as const satisfies Readonly<Record<string, 'input' | 'unavailable' | 'refused'>>
type DiagnosisCauseId = keyof typeof diagnosisCauses

/** Where a problem can be fixed; `confirmation`: the dialog that confirms the active certificate with the portal. */
export const remedyPlaces = ['edit-profile', 'network', 'credentials', 'confirmation', 'token', 'replacement'] as const

/** A possible cause of the failure, with its evidence and its fix. */
export const diagnosisCauseSchema = z.strictObject({
  id: z.enum(Object.keys(diagnosisCauses) as DiagnosisCauseId[]),
  what: z.string(),
  /** Facts that suggest it. */
  evidence: z.array(z.string()),
  remedy: z.string(),
  /** The page on which it can be fixed. */
  place: z.enum(remedyPlaces).optional(),
  /** The setting to change, if it is on that page. */
  field: z.enum(settingNames).optional(),
  /** A value for it that the service names, or that is known here. */
  suggestion: z.string().optional(),
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

const notPassed: readonly DiagnosisStep['outcome'][] = ['bad', 'warning', 'skipped']

/** Splits checks that are done: those that did not pass, failed ones first, and those that passed. */
export function splitChecks(steps: readonly DiagnosisStep[]): Readonly<Record<'others' | 'passed', DiagnosisStep[]>> {
  return {
    others: notPassed.flatMap((outcome) => steps.filter((step) => step.outcome === outcome)),
    passed: steps.filter(({ outcome }) => outcome === 'good'),
  }
}

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
