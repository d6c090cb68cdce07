import { InvalidArgumentError } from 'commander'
import type { SavedColumns } from '../../../shared/model/lists/export.ts'
import { mostSavedColumns } from '../../../shared/model/lists/export-forms.ts'
import { childPath, splitPath } from '../../../shared/model/lists/column-path.ts'

/**
 * Columns as a command names them: paths with commas between them. As `\` precedes a `.` inside a member's name, so it
 * does a comma.
 */
export function columnsOf(text: string): SavedColumns {
  const paths = pathsOf(text).map(asWritten)
  if (paths.includes('')) throw new InvalidArgumentError('Give paths with commas between them, such as id,owner.team.')
  const twice = paths.find((path, index) => paths.indexOf(path) < index)
  if (twice !== undefined) throw new InvalidArgumentError(`“${twice}” stands there twice.`)
  if (paths.length > mostSavedColumns) throw new InvalidArgumentError(`Give ${mostSavedColumns} columns at most.`)
  return paths.map((path) => ({ path, name: path }))
}

/** The path as Clavis writes it: two ways to write one are one column. */
function asWritten(path: string): string {
  let written: string | undefined
  for (const name of splitPath(path)) written = childPath(written, name)
  return written ?? ''
}

/** What stands between commas, but for those that `\` precedes. */
function pathsOf(text: string): string[] {
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
