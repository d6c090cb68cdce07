import { randomUUID } from 'node:crypto'
import { ClavisError } from '../../../shared/model/errors/error.ts'

/** How long a file stays open after its last use, milliseconds. */
const lifetime = 15 * 60_000

interface Opened {
  readonly windowId: number
  readonly file: Uint8Array
  readonly until: number
}

/**
 * Holds the bytes of files that the person chose in a dialog of main: backups (encrypted) and profile files. The page
 * gets an opaque id, valid only for its own window. What it previews and what is imported are the same bytes.
 */
export class OpenedFiles {
  readonly #opened = new Map<string, Opened>()
  readonly #now: () => number

  /** @param options.now milliseconds since the epoch */
  constructor(options: { readonly now: () => number }) {
    this.#now = options.now
  }

  /** Adds a file and returns its id. */
  keep(windowId: number, file: Uint8Array): string {
    for (const [id, opened] of this.#opened) if (opened.until <= this.#now()) this.#opened.delete(id)
    const fileId = randomUUID()
    this.#opened.set(fileId, { windowId, file, until: this.#now() + lifetime })
    return fileId
  }

  /**
   * Returns a file's bytes.
   * @throws `dialog-expired` if the id is unknown, of another window, or was not used for 15 minutes
   */
  file(windowId: number, fileId: string): Uint8Array {
    const opened = this.#opened.get(fileId)
    if (opened?.windowId !== windowId || opened.until <= this.#now())
      throw new ClavisError('dialog-expired', 'The file is no longer open.', { hint: 'Choose it again.' })
    this.#opened.set(fileId, { ...opened, until: this.#now() + lifetime })
    return opened.file
  }
}
