import type { ListName } from '../profiles/list-name.ts'
import { splitPath } from './column-names.ts'
import type { Column } from './list.ts'

/** The columns of some records. */
export interface ReadColumns {
  readonly columns: readonly Column[]
  readonly records: number
}

/** A column that may hold the records' identifiers. */
export interface IdentifierCandidate {
  readonly path: string
  /** Whether the name clearly is that of the identifier. */
  readonly isClear: boolean
}

/** Endings of identifier names. */
const idName = /(?:id|uuid|guid|key|number|code|reference|ref)$/u

/**
 * Returns the columns that may identify records, most likely first: those that every record of both datasets has and
 * whose name looks like an identifier. Whether the values are unique is not checked here.
 */
export function identifierCandidates(
  list: ListName,
  before: ReadColumns,
  after: ReadColumns,
): readonly IdentifierCandidate[] {
  const complete = new Set(after.columns.flatMap((column) => (isComplete(column, after.records) ? [column.path] : [])))
  // An empty dataset has no columns, so it rules out none.
  const isIn = (path: string): boolean => after.records === 0 || complete.has(path)
  const [of, records] = before.records === 0 ? [after.columns, after.records] : [before.columns, before.records]
  return of
    .filter((column) => isComplete(column, records) && isIn(column.path))
    .map(({ path }) => ({ path, rank: rankOf(list, path) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ path, rank }) => ({ path, isClear: rank >= clearRank }))
}

const clearRank = 3

function rankOf(list: ListName, path: string): number {
  const names = splitPath(path)
  const name = (names.at(-1) ?? '').toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
  if (!idName.test(name)) return 0
  if (names.length > 1) return 1
  const subject = list.replaceAll('-', '').replace(/s$/u, '')
  if (name === `${subject}id`) return 5
  if (name === 'id') return 4
  // `reportConfigurationId` identifies records of `report-configs`; in `reports` it refers to another list.
  return list !== 'reports' && name.startsWith(subject) && name.endsWith('id') ? clearRank : 2
}

function isComplete({ type, filled }: Column, records: number): boolean {
  return filled === records && (type === 'text' || type === 'number' || type === 'mixed')
}
