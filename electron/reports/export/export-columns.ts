import type { NestedForm } from '../../../shared/model/export.ts'
import type { Column } from '../../../shared/model/list.ts'
import { childPath, splitPath } from '../column-path.ts'

/** The columns that a table of records gets. */
export interface ExportColumns {
  readonly paths: readonly string[]
  /** Whether members stand in no column, so that a last one must hold them. */
  readonly furtherMembers: boolean
}

/** How the column of members without one of their own is headed. */
export const furtherMembersTitle = '(further members)'

/** The columns of a table: as found in the data, or one for each member of the record itself. */
export function exportColumns(known: readonly Column[], furtherMembers: boolean, nested: NestedForm): ExportColumns {
  const found = known.map(({ path }) => path)
  return { paths: nested === 'columns' ? found : topLevel(found), furtherMembers }
}

function topLevel(paths: readonly string[]): string[] {
  const names = paths.map((path) => (path === '' ? '' : childPath(undefined, splitPath(path)[0] ?? '')))
  return [...new Set(names)]
}
