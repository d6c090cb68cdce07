import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ComparedSide, Comparison } from '../../../shared/model/lists/comparison.ts'
import type { Environment } from '../../../shared/model/profile/environment.ts'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { ViewState, ViewMemory } from '../model/view-memory.tsx'

/** One of two readings that are compared. */
export interface ComparedDataset {
  readonly side: ComparedSide
  /** As people call it. */
  readonly name: string
  readonly profileName: string
  readonly environment: Environment
  /** When it was begun. */
  readonly startedAt: string
}

/** Two readings that are compared: what the one has that the other has not is gone, or was added. */
export interface ComparedPair {
  readonly before: ComparedDataset
  readonly after: ComparedDataset
}

/** The two as time has them: the one that was begun earlier is the one before. */
export function inTimeOrder(one: ComparedDataset, other: ComparedDataset): ComparedPair {
  const isOneLater = Date.parse(one.startedAt) > Date.parse(other.startedAt)
  return isOneLater ? { before: other, after: one } : { before: one, after: other }
}

/** What is said where one of the two is not there any more, although its name still is on the screen. */
export function datasetClosedError({ before, after }: ComparedPair): ClavisError {
  const open = [before, after].find(({ side }) => side.kind === 'run')
  const which = open === undefined ? 'One of the lists' : `“${open.name}”`
  return new ClavisError(
    'list-run-gone',
    `${which} is no longer open: the list was reloaded. The differences found before are still shown.`,
    { hint: 'To compare with the current list, close the comparison and choose Compare in Snapshots.' },
  )
}

/** The other way round. */
export function swapped({ before, after }: ComparedPair): ComparedPair {
  return { before: after, after: before }
}

/**
 * How differences are looked at once they are taken the other way round: what was added is gone, and what a column held
 * before it holds after. Their rows are others, so nothing is said of those.
 */
export function swappedViewState({
  filterLine,
  sort,
  columns,
}: ViewState): Pick<ViewState, 'filterLine' | 'sort' | 'columns'> {
  return {
    filterLine: { ...filterLine, filters: filterLine.filters.map(swappedFilter) },
    sort: sort.map((each) => ({ ...each, path: swappedPath(each.path) })),
    columns: {
      order: swappedOrder(columns.order),
      settings: columns.settings.map((each) => ({ ...each, path: swappedPath(each.path) })),
    },
  }
}

/** Before stays in front of after; what only the one reading has keeps its place. */
function swappedOrder(order: readonly string[]): string[] {
  const paths = new Set(order)
  return order.map((path) => (paths.has(swappedPath(path)) ? path : swappedPath(path)))
}

function swappedFilter(filter: ColumnFilter): ColumnFilter {
  const { path, condition } = filter
  const isOfKind = path === 'change' && condition.kind === 'equals'
  if (!isOfKind) return { ...filter, path: swappedPath(path) }
  return { ...filter, condition: { ...condition, text: oppositeKinds.get(condition.text) ?? condition.text } }
}

/** The column that has, the other way round, what this one has. */
function swappedPath(path: string): string {
  return path.replace(/^(?:before|after)(?=\.|$)/u, (side) => (side === 'before' ? 'after' : 'before'))
}

/** What a record that the one reading has and the other has not is called the other way round. */
const oppositeKinds: ReadonlyMap<string, string> = new Map([
  ['added', 'gone'],
  ['gone', 'added'],
])

/** Whether both are of one profile, so that its name says nothing. */
export function isOfOneProfile({ before, after }: ComparedPair): boolean {
  return before.profileName === after.profileName && before.environment === after.environment
}

/** Where comparing stands. */
export type ComparisonState =
  | IdleState
  | {
      readonly kind: 'under-way'
      readonly pair: ComparedPair
      readonly jobId: string
      readonly done: number
      readonly total: number
      /** Where it stood when that began. */
      readonly from: IdleState
    }

/** Where comparing stands while nothing is being compared. */
export type IdleState =
  | { readonly kind: 'none' }
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
      readonly kept: ViewMemory
    }

/**
 * Where comparing stands after it failed: differences that were there before still are, and whoever was asked for the
 * identifier can choose another one.
 * @param from where it stood when that began
 */
export function afterFailure(from: IdleState, idPath: string | undefined, error: unknown): IdleState {
  if (from.kind === 'compared') return from
  if (from.kind !== 'unclear' || idPath === undefined) return { kind: 'none' }
  return { ...from, refused: { idPath, error } }
}
