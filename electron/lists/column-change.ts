import type { KnownColumn } from '#shared/lists/list-columns.ts'
import { maxDataColumns } from '../records/record-store.ts'

/** Describes how the columns of two loads differ. */
export interface ColumnDifference {
  readonly added: KnownColumn[]
  readonly gone: KnownColumn[]
  readonly changed: { readonly path: string; readonly from: KnownColumn['type']; readonly to: KnownColumn['type'] }[]
  /** Whether a load reached the column limit, so that its other fields are unknown. */
  readonly isPartial: boolean
}

/**
 * Compares the columns of two loads of a list. A column with only null values has no type yet, so it doesn't count as
 * changed when it gets values later. If a load reached the column limit, it is unknown which fields it lacks: no column
 * is reported as added or gone because of it.
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

export function isDifferent({ added, gone, changed }: ColumnDifference): boolean {
  return added.length > 0 || gone.length > 0 || changed.length > 0
}

/** Returns the columns of a load; a column that is all null keeps the type it had before. */
export function withKnownTypes(columns: readonly KnownColumn[], before: readonly KnownColumn[]): KnownColumn[] {
  const old = byPath(before)
  return columns.map(({ path, type }) => ({ path, type: type === 'null' ? (old.get(path)?.type ?? type) : type }))
}

function isFull(columns: readonly KnownColumn[]): boolean {
  return columns.length >= maxDataColumns
}

function byPath(columns: readonly KnownColumn[]): Map<string, KnownColumn> {
  return new Map(columns.map((column) => [column.path, column]))
}
