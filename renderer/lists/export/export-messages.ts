import type { ChosenRecords } from '../../../shared/model/lists/export.ts'
import type { ListView, RunSummary } from '../../../shared/model/lists/list.ts'
import { recordCount } from '../../ui/text/count.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { selectsSameRecords, isDefaultQuery } from '../model/list-query.ts'

/** What can be saved now. */
export interface Exportable {
  readonly summary: RunSummary
  readonly view: ListView
  /** How recordCount records the view has; undefined where nobody has counted them yet. */
  readonly count: number | undefined
  /** Positions of the selected records, in whatever order. */
  readonly selected: readonly number[]
  /** The table's columns, hidden ones too. */
  readonly columns: readonly ArrangedColumn[]
}

/** An answer to the question which records are to be saved. */
export interface ExportScope {
  readonly which: 'all' | 'view' | 'selected'
  readonly label: string
  readonly description?: string
  readonly chosen: ChosenRecords
}

const everything: ListView = { search: [], filters: [], sort: [] }

/** Which records can be saved, the widest answer first: the last one is what the person looks at. */
export function exportScopes({ summary, view, count, selected }: Omit<Exportable, 'columns'>): ExportScope[] {
  const isWhole = summary.state.kind === 'complete'
  const all: ExportScope = {
    which: 'all',
    label: `All ${recordCount(summary.records)}${isWhole ? '' : ' loaded so far'}`,
    description: isWhole ? 'In the order they came.' : 'In the order they came. More exist that are not loaded.',
    chosen: { kind: 'view', view: everything },
  }
  const answers = [all]
  const isPlain = isDefaultQuery(view)
  if (!isPlain)
    answers.push({
      which: 'view',
      label: queryLabel(view, count, summary),
      description: 'Search, filters and sort as they are now.',
      chosen: { kind: 'view', view },
    })
  if (selected.length > 0)
    answers.push({
      which: 'selected',
      label: selected.length === 1 ? 'The selected record' : `The ${selected.length.toLocaleString()} selected records`,
      description: isPlain
        ? 'In the order they came.'
        : 'In the order of the table; those that it does not show come last.',
      chosen: { kind: 'selected', positions: [...selected], view },
    })
  return answers
}

function queryLabel(view: ListView, count: number | undefined, { records }: RunSummary): string {
  if (selectsSameRecords(view, everything) || count === records) return 'The same, in the order of the table'
  return count === undefined ? 'The records that match' : `The ${recordCount(count)} that the table shows`
}

/**
 * The answer that most likely is meant: what the person looks at. One selected record is one that is being looked at, not
 * one that is to be saved by itself.
 */
export function defaultScope(answers: readonly ExportScope[]): ExportScope | undefined {
  return answers.findLast(({ chosen }) => chosen.kind !== 'selected' || chosen.positions.length > 1)
}
