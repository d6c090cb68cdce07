import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { ClavisError } from '../../../shared/model/errors/error.ts'

/** How long the page may use a choice, in milliseconds. */
const lifetime = 5 * 60_000

interface Choice {
  readonly windowId: number
  readonly paths: readonly string[]
  readonly until: number
}

/**
 * Holds files that the person chose in a dialog of main. The page gets an opaque id, valid for 5 minutes and only for
 * its own window, and never a path.
 */
export class ChosenFiles {
  readonly #choices = new Map<string, Choice>()
  readonly #now: () => number

  /** @param options.now milliseconds since the epoch */
  constructor(options: { readonly now: () => number }) {
    this.#now = options.now
  }

  /** Adds a choice and returns what the page may know of it. */
  keep(windowId: number, paths: readonly string[]): { chosenFilesId: string; fileNames: string[] } {
    for (const [id, choice] of this.#choices) if (choice.until <= this.#now()) this.#choices.delete(id)
    const chosenFilesId = randomUUID()
    this.#choices.set(chosenFilesId, { windowId, paths, until: this.#now() + lifetime })
    return { chosenFilesId, fileNames: paths.map((path) => basename(path)) }
  }

  /**
   * Returns the paths of a choice.
   * @throws ClavisError `dialog-expired` if the id is unknown, of another window, or older than 5 minutes
   */
  paths(windowId: number, chosenFilesId: string): readonly string[] {
    const choice = this.#choices.get(chosenFilesId)
    if (choice?.windowId !== windowId || choice.until <= this.#now())
      throw new ClavisError('dialog-expired', 'The selection of files has expired.', {
        hint: 'Choose the files again.',
      })
    return choice.paths
  }
}
