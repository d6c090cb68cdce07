import type { ColumnChange } from '../../../shared/model/lists/list-columns.ts'
import type { ColumnType } from '../../../shared/model/lists/list.ts'
import { count } from '../../ui/text/count.ts'

/** How each type of values is called. */
export const typeTitles: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'true/false',
  datetime: 'date',
  list: 'list',
  object: 'object',
  null: 'no values',
  mixed: 'mixed',
}

/** How many columns there are, in a line. */
export function columnCountMessage({
  all,
  shown,
  found,
}: {
  readonly all: number
  readonly shown: number
  /** How many a search left; undefined where there is none. */
  readonly found: number | undefined
}): string {
  const ofAll = `${shown.toLocaleString()} of ${all.toLocaleString()} columns are shown.`
  return found === undefined ? ofAll : `${count(found, 'column')} found. ${ofAll}`
}

/** How a list's columns changed, in few words: “3 new fields, 1 gone”. */
export function columnChangeMessage({ added, gone, changed }: ColumnChange): string {
  const parts = [
    added.length === 0 ? '' : count(added.length, 'new field'),
    gone.length === 0 ? '' : `${added.length === 0 ? count(gone.length, 'field') : gone.length.toLocaleString()} gone`,
    changed.length === 0 ? '' : `${count(changed.length, 'field')} of another type`,
  ].filter((part) => part !== '')
  return parts.join(', ')
}
