import { createHash } from 'node:crypto'

/** Longer cursors are remembered by their SHA-256, so that a long run stays small. */
const longestKept = 64

/** The cursors that a run has been given, in the order they came. */
export class SeenCursors {
  readonly #keys: string[] = []
  readonly #known = new Set<string>()

  has(cursor: string): boolean {
    return this.#known.has(keyOf(cursor))
  }

  add(cursor: string): void {
    const key = keyOf(cursor)
    this.#keys.push(key)
    this.#known.add(key)
  }

  /** Forgets all but the first `count`: pages that were asked for ahead and thrown away. */
  keepFirst(count: number): void {
    for (const key of this.#keys.splice(count)) this.#known.delete(key)
  }
}

function keyOf(cursor: string): string {
  if (cursor.length <= longestKept) return `=${cursor}`
  return `#${createHash('sha256').update(cursor).digest('base64')}`
}
