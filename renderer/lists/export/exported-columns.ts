import type { SavedColumns } from '#shared/lists/export.ts'
import { count } from '../../ui/text/count.ts'
import { plainTitle, type ArrangedColumn } from '../model/column-layout.ts'

/**
 * Lists the visible columns in table order under their titles. If several have the same title, ignoring case, or a title is
 * another field's path, the person's own names get the path as well: `Name (owner.name)`.
 */
export function exportedColumns(arranged: readonly ArrangedColumn[]): SavedColumns {
  const shown = arranged.filter(({ isHidden }) => !isHidden)
  const times = Map.groupBy(shown, ({ title }) => title.toLowerCase())
  const fields = new Set(arranged.map(({ path }) => plainTitle(path)))
  // The data's own names stay as they are: no two of them are the same.
  const taken = new Set(shown.flatMap((column) => (hasNameOfData(column) ? column.title.toLowerCase() : [])))
  return shown.map((column) => {
    const { path, title, isRenamed } = column
    if (hasNameOfData(column)) return { path, name: title }
    const isAlone = times.get(title.toLowerCase())?.length === 1 && !(isRenamed && fields.has(title))
    const name = uniqueName(taken, isAlone || !isRenamed ? title : `${title} (${plainTitle(path)})`)
    taken.add(name.toLowerCase())
    return { path, name }
  })
}

/** Whether the title is the field’s path. A record that is not an object has one column, which Clavis names. */
function hasNameOfData({ path, isRenamed }: ArrangedColumn): boolean {
  return !isRenamed && path !== ''
}

/** Adds a number to a name that is taken. @param taken in lower case */
function uniqueName(taken: ReadonlySet<string>, name: string): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.has(numbered.toLowerCase())) return numbered
  }
}

export function exportedColumnsMessage(arranged: readonly ArrangedColumn[], saved: SavedColumns): string {
  const titles = new Map(arranged.map(({ path, title }) => [path, title]))
  const changed = saved.find(({ path, name }) => titles.get(path) !== name)
  return [
    `${count(saved.length, 'visible column')}, in table order, under your names.`,
    'Values are raw: local time and thousands separators are not exported.',
    ...(changed === undefined ? [] : [`Duplicate names get their path: “${changed.name}”.`]),
  ].join(' ')
}
