import type { DiagnosisCause } from '../../../shared/model/oauth/diagnosis.ts'

/** A possible cause with its likelihood. Only the order of the weights matters. */
export interface Suspicion extends DiagnosisCause {
  /** 100: proven; 50: one piece of evidence; 20: possible. */
  readonly weight: number
}
