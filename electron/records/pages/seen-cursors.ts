import { createHash } from 'node:crypto'

/** Characters of a cursor's SHA-256 that are stored, 96 bits: small, and no two cursors collide. */
const keptLength = 16

/** The cursors that a load has received. */
export class SeenCursors {
  readonly #marks: Set<string>

  /** @param marks of the cursors seen by an earlier load */
  constructor(marks: Iterable<string> = []) {
    this.#marks = new Set(marks)
  }

  has(cursor: string): boolean {
    return this.#marks.has(markOf(cursor))
  }

  add(cursor: string): void {
    this.#marks.add(markOf(cursor))
  }

  /** Returns what a later load needs to recognize them. */
  marks(): string[] {
    return [...this.#marks]
  }
}

function markOf(cursor: string): string {
  return createHash('sha256').update(cursor).digest('base64url').slice(0, keptLength)
}
