import type { DiagnosisStep } from '../../../shared/model/oauth/diagnosis.ts'
import type { DiagnosisFacts } from '../facts.ts'
import { good, warning } from './step.ts'

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
