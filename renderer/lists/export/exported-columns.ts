import type { SavedColumns } from '../../../shared/model/lists/export.ts'
import { plainTitle, type ArrangedColumn } from '../model/column-layout.ts'

/**
 * The columns of a table as it is arranged: those that are not hidden, in their order, by what their headers say. Where
 * that is said of several, letter case aside, the person's own names get the path as well: `Name (owner.name)`.
 */
export function exportedColumns(arranged: readonly ArrangedColumn[]): SavedColumns {
  const shown = arranged.filter(({ isHidden }) => !isHidden)
  const times = Map.groupBy(shown, ({ title }) => title.toLowerCase())
  // The data's own names stay as they are: no two of them are the same.
  const taken = new Set(shown.flatMap((column) => (hasNameOfData(column) ? column.title.toLowerCase() : [])))
  return shown.map((column) => {
    const { path, title, isRenamed } = column
    if (hasNameOfData(column)) return { path, name: title }
    const isAlone = times.get(title.toLowerCase())?.length === 1
    const name = uniqueName(taken, isAlone || !isRenamed ? title : `${title} (${plainTitle(path)})`)
    taken.add(name.toLowerCase())
    return { path, name }
  })
}

/** Whether its header is a member's path: that of records that are no objects is called by Clavis. */
function hasNameOfData({ path, isRenamed }: ArrangedColumn): boolean {
  return !isRenamed && path !== ''
}

/** The name, with a number where it is taken. @param taken in lower case */
function uniqueName(taken: ReadonlySet<string>, name: string): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}

/** What is told of columns that are saved as the table is arranged. */
export function exportedColumnsMessage(arranged: readonly ArrangedColumn[], saved: SavedColumns): string {
  const titles = new Map(arranged.map(({ path, title }) => [path, title]))
  const changed = saved.find(({ path, name }) => titles.get(path) !== name)
  const count = saved.length === 1 ? 'The column that is' : `The ${saved.length.toLocaleString()} columns that are`
  return [
    `${count} not hidden, in the order of the table and under your names.`,
    'Values are saved as they came: local time and separators between thousands are only for looking.',
    ...(changed === undefined ? [] : [`Columns of one name get their path as well: “${changed.name}”.`]),
  ].join(' ')
}
