import type { DiagnosisStep, DiagnosisStepId } from '../../shared/model/oauth/diagnosis.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'

type Evidence = DiagnosisStep['evidence']

export function good(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'good', sentence, evidence }
}

export function warning(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'warning', sentence, evidence }
}

export function bad(id: DiagnosisStepId, sentence: string, evidence: Evidence = []): DiagnosisStep {
  return { id, outcome: 'bad', sentence, evidence }
}

export function skipped(id: DiagnosisStepId, sentence: string): DiagnosisStep {
  return { id, outcome: 'skipped', sentence, evidence: [] }
}

/** A failure that a person can meet; anything else is a fault in Clavis and goes on as such. */
export function asFailure(error: unknown): ClavisError {
  if (error instanceof ClavisError) return error
  throw error
}
