import { ClavisError } from '#shared/errors.ts'
import type { ComparedSide, Comparison } from '#shared/lists/comparison.ts'
import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import type { ViewState, ViewMemory } from '../model/view-memory.tsx'

/** One of two datasets that are compared. */
export interface ComparedDataset {
  readonly side: ComparedSide
  /** The name that is shown. */
  readonly name: string
  readonly profileName: string
  readonly environment: Environment
  readonly startedAt: string
}

/** Two datasets to compare: the differences lead from `before` to `after`. */
export interface ComparedPair {
  readonly before: ComparedDataset
  readonly after: ComparedDataset
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

/** Swaps the direction. */
export function swapped({ before, after }: ComparedPair): ComparedPair {
  return { before: after, after: before }
}

/**
 * Returns the query of swapped differences: added becomes removed, and “before” becomes “after”. A column that shows both
 * sides keeps its sort and layout. Rows differ, so their state is dropped.
 * @param paths all columns of the differences
 */
export function swappedViewState(
  { filterLine, sort, columns }: ViewState,
  paths: ReadonlySet<string>,
): Pick<ViewState, 'filterLine' | 'sort' | 'columns'> {
  const shownPath = (path: string): string => (paths.has(swappedPath(path)) ? path : swappedPath(path))
  return {
    filterLine: swappedLine(filterLine),
    sort: sort.map((each) => ({ ...each, path: shownPath(each.path) })),
    columns: {
      order: columns.order.map(shownPath),
      settings: columns.settings.map((each) => ({ ...each, path: shownPath(each.path) })),
    },
  }
}

/** Swaps the sides that a line names. Its text is without the kind of difference, which is the first filter. */
function swappedLine({ text, search, filters }: ViewState['filterLine']): ViewState['filterLine'] {
  const swappedFilters = filters.map(swappedFilter)
  if (JSON.stringify(swappedFilters) === JSON.stringify(filters)) return { text, search, filters }
  const [first, ...others] = swappedFilters
  const written = first?.path === 'change' && !first.excludes ? others : swappedFilters
  return { search, filters: swappedFilters, text: writeFilterLine({ search, filters: written }, []) }
}

function swappedFilter(filter: ColumnFilter): ColumnFilter {
  const { path, condition } = filter
  const isOfKind = path === 'change' && condition.kind === 'equals'
  if (!isOfKind) return { ...filter, path: swappedPath(path) }
  return { ...filter, condition: { ...condition, text: oppositeKinds.get(condition.text) ?? condition.text } }
}

/** Returns the column with the same data in the opposite direction. */
function swappedPath(path: string): string {
  return path.replace(/^(?:before|after)(?=\.|$)/u, (side) => (side === 'before' ? 'after' : 'before'))
}

/** The kind of a difference in the opposite direction. */
const oppositeKinds: ReadonlyMap<string, string> = new Map([
  ['added', 'gone'],
  ['gone', 'added'],
])

export function isOfOneProfile({ before, after }: ComparedPair): boolean {
  return before.profileName === after.profileName && before.environment === after.environment
}

/** State of a comparison. */
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
  | {
      readonly kind: 'compared'
      readonly pair: ComparedPair
      readonly comparison: Extract<Comparison, { kind: 'compared' }>
      /** How the differences were viewed when the person left. */
      readonly kept: ViewMemory
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
