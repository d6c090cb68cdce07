import { InvalidArgumentError } from 'commander'
import type { SavedColumns } from '../../../shared/model/lists/export/export.ts'
import { maxSavedColumns } from '../../../shared/model/lists/export/export-forms.ts'
import { childPath, splitPath } from '../../../shared/model/lists/columns/column-path.ts'

/**
 * Parses comma-separated column paths. `\` escapes a comma or a `.` inside a field's name.
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

/** Returns a path in Clavis's own notation, so that two notations of a column are equal. */
function normalized(path: string): string {
  let result: string | undefined
  for (const name of splitPath(path)) result = childPath(result, name)
  return result ?? ''
}

/** Splits at commas that no `\` escapes. */
function splitAtCommas(text: string): string[] {
  const paths: string[] = []
  let path = ''
  for (const [part = ''] of text.matchAll(/\\.|[^\\]|\\$/gsu)) {
    if (part === ',') {
      paths.push(path.trim())
      path = ''
    } else path += part
  }
  return [...paths, path.trim()]
}
