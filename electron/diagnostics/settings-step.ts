import type { DiagnosisCause, DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { adviseOnPlainHttp } from '#shared/profiles/plain-http.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { adviseOnAudience } from '#shared/tokens/audience.ts'
import type { DiagnosisFacts } from './facts.ts'
import { bad, good, warning } from './step.ts'

/** The settings that the step names. */
const named: ReadonlySet<string | undefined> = new Set<keyof ProfileSettings>(['clientId', 'tokenUrl', 'audience'])

/**
 * Checks that audience, addresses and client ID match the environment, and belong to no other.
 * @param cause the most likely one of a failure: the service knows better than any rule here
 */
export function settingsStep(
  { own, all, tokenFailure }: DiagnosisFacts,
  cause: DiagnosisCause | undefined,
): DiagnosisStep {
  const { profile } = own
  const evidence = [
    { label: 'Environment', value: environmentNames[profile.environment] },
    { label: 'Client ID', value: profile.clientId },
    { label: 'Token URL', value: profile.tokenUrl },
    ...(profile.audience === '' ? [] : [{ label: 'Audience', value: profile.audience }]),
  ]
  if (tokenFailure?.code === 'token-refused' && cause !== undefined && named.has(cause.field))
    return bad('settings', 'The service refuses one of these settings.', evidence)
  const others = all.filter(
    (other) => other.profile.environment !== profile.environment && other.profile.clientId === profile.clientId,
  )
  const [namesake] = others
  if (namesake !== undefined)
    return bad(
      'settings',
      `The client ID is also used by “${namesake.profile.name}” (${environmentNames[namesake.profile.environment]}).`,
      evidence,
    )
  const advice = profile.flavor === 'jwt' ? adviseOnAudience(profile.audience, profile.environment) : undefined
  if (advice !== undefined) return warning('settings', advice, evidence)
  const plain = adviseOnPlainHttp(profile, profile.practice)
  if (plain !== undefined) return warning('settings', plain, evidence)
  if (profile.tokenUrl.endsWith('/'))
    return warning('settings', 'The token URL ends with a slash, and so does the assertion’s aud.', evidence)
  return good('settings', 'Client ID, audience and addresses match the environment.', evidence)
}

/** Checks for TLS settings outside Clavis. They are ignored, which a person may not expect. */
export function environmentStep({ tlsEnvironment }: DiagnosisFacts): DiagnosisStep {
  const { weakening = [], authorities = [] } = tlsEnvironment ?? {}
  const evidence = [
    ...weakening.map((value) => ({ label: 'Ignored', value: `${value} (certificates are always checked)` })),
    ...authorities.map((value) => ({
      label: 'Ignored',
      value: `${value} (add the authority to the profile or to the system store)`,
    })),
  ]
  const names = [...weakening, ...authorities].join(', ')
  if (weakening.length > 0)
    return warning('environment', `TLS settings were set outside Clavis and ignored: ${names}.`, evidence)
  return authorities.length > 0
    ? good('environment', `Certificate authorities were set outside Clavis and ignored: ${names}.`, evidence)
    : good('environment', 'No TLS settings outside Clavis.')
}
