import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { ChosenRecords } from '#shared/lists/export.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { count, recordCount } from '../../ui/text/count.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { selectsSameRecords } from '../model/list-query.ts'

export interface Exportable {
  readonly summary: DatasetSummary
  readonly query: ListQuery
  /** How many records match; undefined until they are counted. */
  readonly count: number | undefined
  /** Positions of the selected records, in any order. */
  readonly selected: readonly number[]
  /** The table's columns, hidden ones too. */
  readonly columns: readonly ArrangedColumn[]
}

export interface ExportScope {
  readonly which: 'all' | 'query' | 'selected'
  readonly label: string
  readonly description?: string
  readonly chosen: ChosenRecords
}

const everything: ListQuery = { search: [], filters: [], sort: [] }

/** Lists the records that can be exported, the widest choice first: the last one is what the person looks at. */
export function exportScopes({ summary, query, count: matches, selected }: Omit<Exportable, 'columns'>): ExportScope[] {
  const isWhole = summary.state.kind === 'complete'
  const all: ExportScope = {
    which: 'all',
    label: isWhole ? `All ${recordCount(summary.records)}` : `All ${count(summary.records, 'loaded record')}`,
    description: isWhole ? 'In the order received.' : 'In the order received. More records are available.',
    chosen: { kind: 'query', query: everything },
  }
  const answers = [all]
  const isPlain = isDefaultQuery(query)
  if (!isPlain)
    answers.push({
      which: 'query',
      label: queryLabel(query, matches, summary),
      description: `With the current search, filters${query.groups === undefined ? '' : ', groups'} and sort.`,
      chosen: { kind: 'query', query },
    })
  if (selected.length > 0)
    answers.push({
      which: 'selected',
      label: `Selected records (${selected.length.toLocaleString()})`,
      description: isPlain
        ? 'In the order received.'
        : 'In table order; records that the table does not show come last.',
      chosen: { kind: 'selected', positions: [...selected], query },
    })
  return answers
}

function queryLabel(query: ListQuery, matches: number | undefined, { records }: DatasetSummary): string {
  if (selectsSameRecords(query, everything) || matches === records) return 'Same records, in table order'
  return matches === undefined ? 'Filtered records' : `Filtered records (${matches.toLocaleString()})`
}

/**
 * Returns the default choice: what the person looks at. A single selected record is the open one, so it is not the default.
 */
export function defaultScope(answers: readonly ExportScope[]): ExportScope | undefined {
  return answers.findLast(({ chosen }) => chosen.kind !== 'selected' || chosen.positions.length > 1)
}
