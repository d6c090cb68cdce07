import type { KnownColumn } from '../../shared/model/list-columns.ts'

/** How the columns of two readings differ. */
export interface ColumnDifference {
  readonly added: KnownColumn[]
  readonly gone: KnownColumn[]
  readonly changed: { readonly path: string; readonly from: KnownColumn['type']; readonly to: KnownColumn['type'] }[]
}

/**
 * Compares the columns of two readings of a list. A column that only ever was null is one of no type yet, so one that
 * has values later has not changed.
 */
export function columnDifference(before: readonly KnownColumn[], after: readonly KnownColumn[]): ColumnDifference {
  const [old, young] = [byPath(before), byPath(after)]
  return {
    added: after.filter(({ path }) => !old.has(path)),
    gone: before.filter(({ path }) => !young.has(path)),
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

function byPath(columns: readonly KnownColumn[]): Map<string, KnownColumn> {
  return new Map(columns.map((column) => [column.path, column]))
}
