import { ownName, type NamedColumn } from './column-names.ts'

/** Shortest beginning of a name that says which is meant. */
const shortestBeginning = 2

/**
 * The column that was probably meant by a name that none has: one whose name begins so or is the beginning, the nearest
 * in length first; else one whose name differs in a letter or two.
 */
export function nearestColumn(name: string, columns: readonly NamedColumn[]): NamedColumn | undefined {
  const low = name.toLowerCase()
  let nearest: { readonly column: NamedColumn; readonly distance: number } | undefined
  for (const column of columns)
    for (const other of namesOf(column)) {
      const distance = distanceOf(low, other.toLowerCase())
      if (distance < (nearest?.distance ?? Infinity)) nearest = { column, distance }
    }
  return nearest?.column
}

/** Every end of its path, and the person's own name for it. */
function namesOf(column: NamedColumn): readonly string[] {
  const parts = column.path.split('.')
  const ends = parts.map((_, from) => parts.slice(from).join('.'))
  return [...ends, ownName(column) ?? ''].filter((name) => name !== '')
}

/** How far a name is from another: below 1 where one begins with the other; infinite where nobody would mistake it. */
function distanceOf(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  if (shorter >= shortestBeginning && (one.startsWith(other) || other.startsWith(one)))
    return 1 - 1 / (1 + Math.abs(one.length - other.length))
  const most = shorter < 4 ? 1 : 2
  // Told without a look at the letters: there may be thousands of columns.
  if (shorter < shortestBeginning || Math.abs(one.length - other.length) > most) return Infinity
  const edits = editsBetween(one, other)
  return edits > most ? Infinity : edits
}

/** How many letters must be put in, left out, changed, or swapped with the next. */
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
