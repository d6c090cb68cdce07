import type { Column } from './list.ts'

/** A column as the line may call it. */
export interface NamedColumn extends Pick<Column, 'path' | 'type'> {
  /** What its header says: the person's own name for it, else its path. */
  readonly title?: string
}

/**
 * The columns that a name means: those whose path is the name or ends in it, else those that the person calls so. Letter
 * case counts only where it must.
 */
export function columnsNamed(name: string, columns: readonly NamedColumn[]): readonly NamedColumn[] {
  const low = name.toLowerCase()
  const ways: ((column: NamedColumn) => boolean)[] = [
    ({ path }) => path === name,
    ({ path }) => path.endsWith(`.${name}`),
    ({ path }) => path.toLowerCase() === low,
    ({ path }) => path.toLowerCase().endsWith(`.${low}`),
    ({ title }) => title === name,
    ({ title }) => title?.toLowerCase() === low,
  ]
  for (const way of ways) {
    const found = columns.filter(way)
    if (found.length > 0) return found
  }
  return []
}

/** The shortest end of a path that names no other column. */
export function shortName(path: string, columns: readonly NamedColumn[]): string {
  const parts = path.split('.')
  for (let from = parts.length - 1; from > 0; from -= 1) {
    const name = parts.slice(from).join('.')
    if (isNameOf(path, name, columns)) return name
  }
  return path
}

/** The person's own name for a column; undefined where it goes by its path. */
export function ownName({ path, title }: NamedColumn): string | undefined {
  return title === path ? undefined : title
}

/** By what a column is called by whoever reads its header: the person's own name, unless that means another column. */
export function spokenName(column: NamedColumn, columns: readonly NamedColumn[]): string {
  const own = ownName(column)
  return own !== undefined && isNameOf(column.path, own, columns) ? own : shortName(column.path, columns)
}

function isNameOf(path: string, name: string, columns: readonly NamedColumn[]): boolean {
  const found = columnsNamed(name, columns)
  return found.length === 1 && found[0]?.path === path
}
