import { randomUUID } from 'node:crypto'
import { ClavisError } from '#shared/errors.ts'

interface Options {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** How long a page may use the files, milliseconds. */
  readonly lifetimeMs: number
  /** Whether each use starts that time again. */
  readonly isRenewed?: boolean
}

interface Held<T> {
  readonly windowId: number
  readonly files: T
  readonly until: number
}

/**
 * Holds files that the person chose in a dialog of main: their paths, or their content, so that what a page previews and
 * what is imported are the same bytes. The page gets an opaque id, valid for a while and only for its own window, and
 * never a path.
 */
export class WindowFiles<T> {
  readonly #options: Options
  readonly #held = new Map<string, Held<T>>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds files and returns their id. */
  keep(windowId: number, files: T): string {
    const { now, lifetimeMs } = this.#options
    for (const [id, { until }] of this.#held) if (until <= now()) this.#held.delete(id)
    const id = randomUUID()
    this.#held.set(id, { windowId, files, until: now() + lifetimeMs })
    return id
  }

  /** Returns the files of an id, which is then used up. @throws `dialog-expired` like {@link get} */
  take(windowId: number, id: string): T {
    const files = this.get(windowId, id)
    this.#held.delete(id)
    return files
  }

  /** Returns the files of an id. @throws `dialog-expired` if the id is unknown, of another window, or too old */
  get(windowId: number, id: string): T {
    const { now, lifetimeMs, isRenewed = false } = this.#options
    const held = this.#held.get(id)
    if (held?.windowId !== windowId || held.until <= now())
      throw new ClavisError('dialog-expired', 'The selection of files has expired.', {
        hint: 'Choose the files again.',
      })
    if (isRenewed) this.#held.set(id, { ...held, until: now() + lifetimeMs })
    return held.files
  }
}
