import { InvalidArgumentError } from 'commander'
import { childPath, splitPath } from '#shared/lists/column-names.ts'
import { isParquetType, maxSavedColumns } from '#shared/lists/export-forms.ts'
import type { ParquetColumnType, SavedColumns } from '#shared/lists/export.ts'

/**
 * Parses comma-separated column paths, e.g. `id,owner.team`. `\` escapes a comma or a `.` inside a field's name.
 * @throws InvalidArgumentError for an empty, repeated or excess column
 */
export function columnsOf(text: string): SavedColumns {
  const paths = splitAtCommas(text).map(normalized)
  if (paths.includes('')) throw new InvalidArgumentError('Separate paths with commas, for example id,owner.team.')
  const twice = paths.find((path, index) => paths.indexOf(path) < index)
  if (twice !== undefined) throw new InvalidArgumentError(`“${twice}” is given twice.`)
  if (paths.length > maxSavedColumns) throw new InvalidArgumentError(`Use ${maxSavedColumns} columns at most.`)
  return paths.map((path) => ({ path, name: path }))
}

/** One column's type: the path, in which `\\` escapes a comma or a `.`, and the name of the type. */
const typedColumn = /\s*((?:\\.|[^\\,])+?)\s*:\s*([a-z-]+(?:\([\d,\s]*\))?)\s*(?:,|$)/suy

/**
 * Parses column types: `amount:decimal(18,2),createdAt:timestamp`.
 * @throws InvalidArgumentError for an unknown type, or two of one column
 */
export function columnTypesOf(text: string): ParquetColumnType[] {
  const types: ParquetColumnType[] = []
  typedColumn.lastIndex = 0
  while (typedColumn.lastIndex < text.length || types.length === 0) {
    const [, path, named = ''] = typedColumn.exec(text) ?? []
    const type = named.replaceAll(/\s/gu, '')
    if (path === undefined || !isParquetType(type))
      throw new InvalidArgumentError(
        'Give each column one of the types text, boolean, integer, double, decimal(DIGITS,SCALE), date, timestamp, local-timestamp, timestamp(9) or local-timestamp(9).',
      )
    types.push({ path: normalized(path), type })
  }
  const twice = types.find(({ path }, index) => types.findIndex((other) => other.path === path) < index)
  if (twice !== undefined) throw new InvalidArgumentError(`“${twice.path}” is given twice.`)
  return types
}

/** Returns a path in Clavis's own notation, so that two notations of a column are equal. */
function normalized(path: string): string {
  let result: string | undefined
  for (const name of splitPath(path)) result = childPath(result, name)
  return result ?? ''
}

/** Splits at commas that no `\` escapes. */
function splitAtCommas(text: string): string[] {
  const paths = text.match(/(?:\\.|[^\\,]|\\$)+|(?<=^|,)(?=,|$)/gsu) ?? ['']
  return paths.map((path) => /^\s*((?:\\.|[^\\]|\\$)*?)\s*$/su.exec(path)?.[1] ?? '')
}
