import type { ComparedSide, Comparison } from '../../shared/model/comparison.ts'
import type { KeptViewControl } from './kept-views.tsx'

/** Two readings that are compared, with how people call them. */
export interface ComparedPair {
  readonly before: ComparedSide
  readonly after: ComparedSide
  readonly beforeName: string
  readonly afterName: string
}

/** Where comparing stands. */
export type ComparisonState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'under-way'
      readonly pair: ComparedPair
      readonly jobId: string
      readonly done: number
      readonly total: number
    }
  | {
      readonly kind: 'unclear'
      readonly pair: ComparedPair
      readonly candidates: readonly string[]
      /** The identifier that the person chose before, and why nothing came of it. */
      readonly refused?: { readonly idPath: string; readonly error: unknown }
    }
  | {
      readonly kind: 'compared'
      readonly pair: ComparedPair
      readonly comparison: Extract<Comparison, { kind: 'compared' }>
      /** How the person looked at the differences when they left them. */
      readonly kept: KeptViewControl
    }

/**
 * Where comparing by an identifier stands after it failed: whoever was asked for the identifier can choose another one.
 * @param before where it stood when that began
 */
export function afterFailure(before: ComparisonState, idPath: string | undefined, error: unknown): ComparisonState {
  if (before.kind !== 'unclear' || idPath === undefined) return { kind: 'none' }
  return { ...before, refused: { idPath, error } }
}
