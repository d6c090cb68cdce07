import { ownName, type NamedColumn } from './column-names.ts'

/** Minimum length of a beginning that identifies a name. */
const shortestBeginning = 2

/**
 * Returns the column that was probably meant by an unknown name: one with a name that starts with it or that it starts
 * with, nearest in length first; else one whose name differs in a letter or two.
 */
export function nearestColumn(name: string, columns: readonly NamedColumn[]): NamedColumn | undefined {
  const low = name.toLowerCase()
  let nearest: { readonly column: NamedColumn; readonly distance: number } | undefined
  for (const column of columns)
    for (const other of namesOf(column)) {
      const distance = nameDistance(low, other.toLowerCase())
      if (distance < (nearest?.distance ?? Infinity)) nearest = { column, distance }
    }
  return nearest?.column
}

/** Returns every end of its path, and the person's own name for it. */
function namesOf(column: NamedColumn): readonly string[] {
  const parts = column.path.split('.')
  const ends = parts.map((_, from) => parts.slice(from).join('.'))
  return [...ends, ownName(column) ?? ''].filter((name) => name !== '')
}

/** Returns the distance between two names: below 1 if one starts with the other; infinite if they can't be confused. */
export function nameDistance(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  if (shorter >= shortestBeginning && (one.startsWith(other) || other.startsWith(one)))
    return 1 - 1 / (1 + Math.abs(one.length - other.length))
  const most = shorter < 4 ? 1 : 2
  // A quick check first: there may be thousands of columns.
  if (shorter < shortestBeginning || Math.abs(one.length - other.length) > most) return Infinity
  const edits = editsBetween(one, other)
  return edits > most ? Infinity : edits
}

/** Returns how many letters must be inserted, removed, changed, or swapped with the next. */
function editsBetween(one: string, other: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1]
      const isSwapped = row > 1 && place > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1]
      const at = (from: readonly number[], index: number): number => from[index] ?? Infinity
      next.push(
        Math.min(
          at(last, place) + 1,
          at(next, place - 1) + 1,
          at(last, place - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, place - 2) + 1 : Infinity,
        ),
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? Infinity
}
