import { createHash } from 'node:crypto'

/** Characters of a cursor's SHA-256 that are kept, 96 bits: a long run stays small, and no two cursors are taken for one. */
const keptLength = 16

/** The cursors that a run has been given. */
export class SeenCursors {
  readonly #marks: Set<string>

  /** @param marks of the cursors that an earlier reading was given */
  constructor(marks: Iterable<string> = []) {
    this.#marks = new Set(marks)
  }

  has(cursor: string): boolean {
    return this.#marks.has(markOf(cursor))
  }

  add(cursor: string): void {
    this.#marks.add(markOf(cursor))
  }

  /** What a later reading needs to know them by. */
  marks(): string[] {
    return [...this.#marks]
  }
}

function markOf(cursor: string): string {
  return createHash('sha256').update(cursor).digest('base64url').slice(0, keptLength)
}
