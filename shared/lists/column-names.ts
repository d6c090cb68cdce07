import type { Column } from './list.ts'

/** A column with the names that the line may use for it. */
export interface NamedColumn extends Pick<Column, 'path' | 'type'> {
  /** The header's text: the person's own name for it, else its path. */
  readonly title?: string
}

/**
 * Returns the columns that a name refers to: those whose path is the name or ends in it, else those with that name
 * given by the person. Case matters only if needed to tell them apart.
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

/** Returns the shortest end of a path that refers to no other column. */
export function shortName(path: string, columns: readonly NamedColumn[]): string {
  const parts = path.split('.')
  for (let from = parts.length - 1; from > 0; from -= 1) {
    const name = parts.slice(from).join('.')
    if (isNameOf(path, name, columns)) return name
  }
  return path
}

/** Returns the person's own name for a column; undefined if it has none. */
export function ownName({ path, title }: NamedColumn): string | undefined {
  return title === path ? undefined : title
}

/** Returns the name of a column for display: the person's own name, unless it refers to another column. */
export function spokenName(column: NamedColumn, columns: readonly NamedColumn[]): string {
  const own = ownName(column)
  return own !== undefined && isNameOf(column.path, own, columns) ? own : shortName(column.path, columns)
}

function isNameOf(path: string, name: string, columns: readonly NamedColumn[]): boolean {
  const found = columnsNamed(name, columns)
  return found.length === 1 && found[0]?.path === path
}

/** Returns the path (see `columnSchema`) of a field of the value at `parent`; undefined: of the record itself. */
export function childPath(parent: string | undefined, name: string): string {
  return parent === undefined ? escapeName(name) : `${parent}.${escapeName(name)}`
}

/** Splits a path into its field names. */
export function splitPath(path: string): string[] {
  const names: string[] = []
  let name = ''
  for (let at = 0; at < path.length; at += 1) {
    const sign = path.charAt(at)
    if (sign === '.') {
      names.push(name)
      name = ''
    } else if (sign === '\\') {
      at += 1
      name += path.charAt(at)
    } else name += sign
  }
  names.push(name)
  return names
}

function escapeName(name: string): string {
  return name.replaceAll(/[.\\]/gu, '\\$&')
}
