import type { DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import type { DiagnosisFacts } from './facts.ts'
import { networkCauses } from './network-causes.ts'
import { refusalCauses } from './refusal/refusal-causes.ts'
import { serviceCauses } from './service-causes.ts'
import { settingCauses } from './setting-causes.ts'

/**
 * Lists the possible causes of the facts, most likely first. A cause that is proven on this computer comes before one that
 * a response suggests.
 */
export function causesOf(facts: DiagnosisFacts): DiagnosisCause[] {
  const failure = facts.tokenFailure
  const suspicions = [
    ...settingCauses(facts),
    ...networkCauses(facts),
    ...(failure?.code === 'token-refused' ? refusalCauses(facts, failure) : []),
    ...serviceCauses(facts),
  ]
  const known = suspicions.sort((one, other) => other.weight - one.weight)
  if (known.length === 0 && failure !== undefined)
    return [
      {
        id: 'unknown',
        what: failure.message,
        evidence: [`Error code ${failure.code}`],
        remedy: failure.hint ?? 'Try again. If the problem persists, contact the service operator.',
      },
    ]
  const seen = new Set<string>()
  return known.flatMap(({ weight, ...cause }) => {
    if (seen.has(cause.id)) return []
    seen.add(cause.id)
    return [cause]
  })
}
