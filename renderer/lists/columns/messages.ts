import type { ColumnChange } from '#shared/lists/list-columns.ts'
import type { ColumnType } from '#shared/lists/list.ts'
import { count } from '../../ui/text/count.ts'

export const typeTitles: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  datetime: 'date',
  list: 'list',
  object: 'object',
  null: 'null',
  mixed: 'mixed',
}

/** Counts the columns: `3 matches · 12 of 40 columns shown`. */
export function columnCountMessage({
  all,
  shown,
  found,
}: {
  readonly all: number
  readonly shown: number
  /** How many match the search; undefined without a search. */
  readonly found: number | undefined
}): string {
  const ofAll = `${shown.toLocaleString()} of ${all.toLocaleString()} columns shown`
  return found === undefined ? ofAll : `${count(found, 'match', 'matches')} · ${ofAll}`
}

/** Summarizes how a list’s fields changed: `3 new fields, 1 removed field`. */
export function columnChangeMessage({ added, gone, changed }: ColumnChange): string {
  const parts = [
    added.length === 0 ? '' : count(added.length, 'new field'),
    gone.length === 0 ? '' : count(gone.length, 'removed field'),
    changed.length === 0 ? '' : count(changed.length, 'changed type'),
  ].filter((part) => part !== '')
  return parts.join(', ')
}
