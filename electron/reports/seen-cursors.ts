import { createHash } from 'node:crypto'

/** Longer cursors are remembered by their SHA-256, so that a long run stays small. */
const longestKept = 64

/** The cursors that a run has been given. */
export class SeenCursors {
  readonly #known = new Set<string>()

  has(cursor: string): boolean {
    return this.#known.has(keyOf(cursor))
  }

  add(cursor: string): void {
    this.#known.add(keyOf(cursor))
  }
}

function keyOf(cursor: string): string {
  if (cursor.length <= longestKept) return `=${cursor}`
  return `#${createHash('sha256').update(cursor).digest('base64')}`
}
