import { ClavisError } from '#shared/errors.ts'
import type { ComparedCompleteness, ComparedSide, Comparison } from '#shared/lists/comparison.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import type { ViewState } from '../model/view-memory.tsx'

export interface ComparedDataset {
  readonly side: ComparedSide
  readonly name: string
  readonly profileName: string
  readonly environment: Environment
  /** Whether its profile is one of the practice service. */
  readonly practice: boolean
  readonly startedAt: string
}

/** Two datasets to compare: the differences lead from `before` to `after`. */
export interface ComparedPair {
  readonly before: ComparedDataset
  readonly after: ComparedDataset
  /** Only records whose old or new version this saved view shows are compared. */
  readonly view?: Pick<SavedView, 'id' | 'name'> | undefined
}

/** Names the view of differences among those of lists. */
export function differencesView(datasetId: string): string {
  return `differences ${datasetId}`
}

/** Returns a snapshot as a side of a comparison. @param practice whether its profile is one of the practice service */
export function snapshotDataset(
  { id, name, profileName, environment, startedAt }: Snapshot,
  practice: boolean,
): ComparedDataset {
  return { side: { kind: 'snapshot', snapshotId: id }, name, profileName, environment, practice, startedAt }
}

/** Orders two datasets by when their loads started. */
export function inTimeOrder(one: ComparedDataset, other: ComparedDataset): ComparedPair {
  const isOneLater = Date.parse(one.startedAt) > Date.parse(other.startedAt)
  return isOneLater ? { before: other, after: one } : { before: one, after: other }
}

/** Says that one of the two datasets no longer exists, although its name is still shown. */
export function datasetClosedError({ before, after }: ComparedPair): ClavisError {
  const open = [before, after].find(({ side }) => side.kind === 'dataset')
  const which = open === undefined ? 'One of the lists' : `“${open.name}”`
  return new ClavisError(
    'dataset-closed',
    `${which} is no longer open: the list was reloaded. The differences found before are still shown.`,
    { hint: 'To compare with the current list, close the comparison and choose Compare in Snapshots.' },
  )
}

export function swapped({ before, after, view }: ComparedPair): ComparedPair {
  return { before: after, after: before, view }
}

/** Returns the IDs of the open datasets that were incomplete: unlike a snapshot, they can be loaded to their end. */
export function incompleteDatasets({ before, after }: ComparedPair, completeness: ComparedCompleteness): string[] {
  const sides = [completeness.before === false && before.side, completeness.after === false && after.side]
  return sides.flatMap((side) => (side !== false && side.kind === 'dataset' ? [side.datasetId] : []))
}

export function isOfOneProfile({ before, after }: ComparedPair): boolean {
  return before.profileName === after.profileName && before.environment === after.environment
}

export type ComparisonState =
  | IdleState
  | {
      readonly kind: 'under-way'
      readonly pair: ComparedPair
      readonly jobId: string
      readonly done: number
      readonly total: number
      readonly from: IdleState
    }

/** State of a comparison while none is running. */
export type IdleState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'unclear'
      readonly pair: ComparedPair
      readonly candidates: readonly string[]
      /** Why the first candidate was not used. */
      readonly reason?: string | undefined
      /** The identifier chosen before, and why it didn't work. */
      readonly refused?: { readonly idPath: string; readonly error: unknown }
    }
  | ComparedDifferences

export interface ComparedDifferences {
  readonly kind: 'compared'
  readonly pair: ComparedPair
  readonly comparison: Extract<Comparison, { kind: 'compared' }>
  /** How they are viewed first; undefined: as new ones. */
  readonly beginning: Partial<ViewState> | undefined
}

/**
 * Returns the state after a failure: earlier differences stay, and another identifier can be chosen.
 * @param from the state when it started
 */
export function afterFailure(from: IdleState, idPath: string | undefined, error: unknown): IdleState {
  if (from.kind === 'compared') return from
  if (from.kind !== 'unclear' || idPath === undefined) return { kind: 'none' }
  return { ...from, refused: { idPath, error } }
}
