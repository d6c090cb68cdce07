import type { DiagnosisCause } from '../../shared/model/oauth/diagnosis.ts'

/** A cause with how likely it is among the others: only the order counts. */
export interface Suspicion extends DiagnosisCause {
  /** 100: proven; 50: one thing speaks for it; 20: possible. */
  readonly weight: number
}
