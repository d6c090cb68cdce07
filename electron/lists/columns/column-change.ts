import type { KnownColumn } from '../../../shared/model/lists/list-columns.ts'
import { mostColumns } from '../../records/record-store.ts'

/** How the columns of two readings differ. */
export interface ColumnDifference {
  readonly added: KnownColumn[]
  readonly gone: KnownColumn[]
  readonly changed: { readonly path: string; readonly from: KnownColumn['type']; readonly to: KnownColumn['type'] }[]
  /** Whether a reading had as many fields as get columns, or more: what it has beyond those is not known. */
  readonly isPartial: boolean
}

/**
 * Compares the columns of two readings of a list. A column that only ever was null is one of no type yet, so one that
 * has values later has not changed. Of a reading that has as many columns as there can be it is not known which fields it
 * lacks: none is called new or gone by it.
 */
export function columnDifference(before: readonly KnownColumn[], after: readonly KnownColumn[]): ColumnDifference {
  const [old, young] = [byPath(before), byPath(after)]
  return {
    added: isFull(before) ? [] : after.filter(({ path }) => !old.has(path)),
    gone: isFull(after) ? [] : before.filter(({ path }) => !young.has(path)),
    isPartial: isFull(before) || isFull(after),
    changed: after.flatMap(({ path, type: to }) => {
      const from = old.get(path)?.type
      return from === undefined || from === to || from === 'null' || to === 'null' ? [] : [{ path, from, to }]
    }),
  }
}

/** Whether there is any difference. */
export function isDifferent({ added, gone, changed }: ColumnDifference): boolean {
  return added.length > 0 || gone.length > 0 || changed.length > 0
}

/** The columns of a reading, with the type that one that is all null now had before. */
export function withKnownTypes(columns: readonly KnownColumn[], before: readonly KnownColumn[]): KnownColumn[] {
  const old = byPath(before)
  return columns.map(({ path, type }) => ({ path, type: type === 'null' ? (old.get(path)?.type ?? type) : type }))
}

function isFull(columns: readonly KnownColumn[]): boolean {
  return columns.length >= mostColumns
}

function byPath(columns: readonly KnownColumn[]): Map<string, KnownColumn> {
  return new Map(columns.map((column) => [column.path, column]))
}
