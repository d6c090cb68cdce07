import type { DiagnosisStep, DiagnosisStepId } from '#shared/diagnostics/diagnosis.ts'
import { ClavisError } from '#shared/errors.ts'

type Evidence = DiagnosisStep['evidence']

/** Creates a step that found no problem. @param sentence ends with a full stop */
export function good(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'good', sentence, evidence }
}

/** Creates a step that found a possible problem. */
export function warning(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'warning', sentence, evidence }
}

/** Creates a step that failed. */
export function bad(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'bad', sentence, evidence }
}

/** Creates a step that did not run. @param sentence says why */
export function skipped(id: DiagnosisStepId, sentence: string): DiagnosisStep {
  return { id, outcome: 'skipped', sentence, evidence: [] }
}

/** Returns an expected failure. @throws any other error, which is a fault in Clavis */
export function asFailure(error: unknown): ClavisError {
  if (error instanceof ClavisError) return error
  throw error
}
