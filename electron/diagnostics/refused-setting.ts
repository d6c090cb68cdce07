import { ClavisError } from '#shared/errors.ts'
import type { NextAction } from '#shared/health/health-schemas.ts'
import { settings } from '#shared/profiles/profile-settings.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { kidStep } from './credential-steps.ts'
import type { DiagnosisFacts } from './facts.ts'
import { refusalCauses } from './refusal/refusal-causes.ts'

/** From this weight on, a refusal is about one setting rather than several. */
const clearWeight = 80

/**
 * Returns the setting that a remembered refusal is about, with a value for it; undefined if it is not clear without
 * diagnostics. Sends nothing and reads no key.
 * @param now milliseconds since the epoch
 */
export function refusedSetting(
  own: StoredProfile,
  all: readonly StoredProfile[],
  { problem }: ProfileStatus,
  now: number,
): Extract<NextAction, { kind: 'change-setting' }> | undefined {
  if (problem?.refusal === undefined) return undefined
  const active = own.credentials.find((each) => each.state === 'active')
  const facts: DiagnosisFacts = {
    ...{ own, all, now, commandLine: '', listFailures: {} },
    ...(active === undefined ? {} : { active }),
  }
  // Notes which certificate the key ID belongs to.
  kidStep(facts)
  const refusal = new ClavisError('token-refused', problem.message, { details: problem.refusal })
  const [cause] = refusalCauses(facts, refusal).toSorted((one, other) => other.weight - one.weight)
  if (cause?.field === undefined || cause.weight < clearWeight) return undefined
  const { field, suggestion } = cause
  const { label } = settings[field]
  return { kind: 'change-setting', field, label, ...(suggestion === undefined ? {} : { suggestion }) }
}
