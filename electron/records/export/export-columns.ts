import { childPath, splitPath } from '#shared/lists/column-names.ts'
import type { ParquetColumnType, NestedForm, SavedColumns } from '#shared/lists/export.ts'
import type { Column } from '#shared/lists/list.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { utf8Text } from '../json/json-string.ts'

/** The columns that a table of records gets. */
export interface ExportColumns {
  readonly paths: readonly string[]
  /** What each one is called. */
  readonly names: readonly string[]
  /** Whether some fields have no column, so that a last column must contain them. */
  readonly furtherMembers: boolean
}

/** Header of the column for fields that have no column of their own. */
export const furtherMembersTitle = '(further members)'

/** Characters that a message shows of a record, and of a value. */
const maxShown = 60

/** Returns the beginning of a value, for messages. */
export function shortened(bytes: Uint8Array, { start, end }: ValueSpan): string {
  const text = utf8Text(bytes, start, Math.min(end, start + maxShown * 4))
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

/**
 * Returns distinct names of the columns, none empty.
 * @param hasFurther whether a last column has the fields without their own
 */
export function columnTitles({ names }: ExportColumns, hasFurther: boolean): string[] {
  const titles = names.map((name) => (name === '' ? '(value)' : name))
  return distinctNames(hasFurther ? [...titles, furtherMembersTitle] : titles)
}

/** The columns to export: certain ones, or all. */
export interface WantedColumns {
  readonly nested: NestedForm
  readonly columns?: SavedColumns | undefined
  /** Columns of given types exist whether or not a record has them. */
  readonly types?: readonly ParquetColumnType[] | undefined
}

/** The columns of a table: the chosen ones, else as found in the data, or one for each member of the record itself. */
export function exportColumns(
  known: readonly Column[],
  furtherMembers: boolean,
  { nested, columns: chosen, types = [] }: WantedColumns,
): ExportColumns {
  if (chosen !== undefined)
    return { paths: chosen.map(({ path }) => path), names: chosen.map(({ name }) => name), furtherMembers: false }
  const found = known.map(({ path }) => path)
  const shown = nested === 'columns' ? found : topLevel(found)
  const paths = [...new Set([...shown, ...types.map(({ path }) => path)])]
  return { paths, names: paths, furtherMembers }
}

function topLevel(paths: readonly string[]): string[] {
  const names = paths.map((path) => (path === '' ? '' : childPath(undefined, splitPath(path)[0] ?? '')))
  return [...new Set(names)]
}

/**
 * Returns distinct names that a file can contain: a name that an earlier column has gets a number. Names of the data
 * may become the same if the file can't represent the characters in which they differ, or because of an added
 * apostrophe.
 */
export function distinctNames(names: readonly string[]): string[] {
  const held = names.map((name) => name.toWellFormed())
  const wanted = new Set(held)
  if (wanted.size === held.length) return held
  const taken = new Set<string>()
  return held.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct); number += 1) {
      const numbered = `${name} (${number})`
      if (!wanted.has(numbered)) distinct = numbered
    }
    taken.add(distinct)
    return distinct
  })
}
