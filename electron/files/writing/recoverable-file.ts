import { ClavisError } from '../../../shared/model/errors/error.ts'
import { lastGoodCopy, writeFileAtomically } from './atomic-file.ts'
import { readTextIfPresent, StateFile } from './state-file.ts'

/** What a file holds, and how it is called in messages. */
interface Options<T> {
  readonly folder: string
  /** Name of the file without its extension. */
  readonly name: string
  /** What the file is, e.g. `profiles file`. */
  readonly what: string
  /** What is used if there is neither the file nor a good copy. */
  readonly empty: T
  /** What that means for the person, as a sentence. */
  readonly loss: string
  /** @throws ClavisError if a newer Clavis wrote the text; any other error means that it is damaged */
  readonly parse: (text: string) => T
  readonly format: (content: T) => string
  /** Milliseconds since the epoch, for the names of damaged files. */
  readonly now: () => number
}

/**
 * Reads and writes a state file with a last good copy. A damaged file is renamed and reported, never overwritten, and the
 * copy takes its place.
 */
export class RecoverableFile<T> extends StateFile {
  readonly #options: Options<T>
  readonly #notices: string[] = []

  constructor(options: Options<T>) {
    super(options.folder, options.name)
    this.#options = options
  }

  /** Reads the content, in sequence with other work. @throws `store-too-new`, `store-damaged`, `disk-failed` */
  async read(): Promise<T> {
    const text = await readTextIfPresent(this.path)
    const content = text === undefined ? undefined : this.#parsed(text)
    if (content !== undefined) return content
    const aside = text === undefined ? undefined : await this.#setAside()
    const copyText = await readTextIfPresent(lastGoodCopy(this.path))
    // A damaged copy counts as none and stays for inspection.
    const copy = copyText === undefined ? undefined : this.#parsed(copyText)
    const { what, empty, loss } = this.#options
    const problem = aside === undefined ? 'missing' : `damaged and renamed to ${aside}`
    if (copy !== undefined) this.#notices.push(`The ${what} was ${problem}. Its last good copy was restored.`)
    else if (aside !== undefined) this.#notices.push(`The ${what} was ${problem}. There is no good copy: ${loss}`)
    if (copy !== undefined) await writeFileAtomically(this.path, this.#options.format(copy))
    return copy ?? empty
  }

  /** Writes the content and its last good copy. @throws `disk-full`, `disk-failed` */
  async write(content: T): Promise<void> {
    await writeFileAtomically(this.path, this.#options.format(content), { keepLastGood: true })
  }

  /** Returns messages about damaged or missing files, for the person. */
  notices(): string[] {
    return [...this.#notices]
  }

  /** Parses a text; undefined if it is damaged. @throws ClavisError */
  #parsed(text: string): T | undefined {
    try {
      return this.#options.parse(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      return undefined
    }
  }

  /** Renames the damaged file. @returns its new name */
  async #setAside(): Promise<string> {
    const aside = this.asideName(this.#options.now())
    try {
      await this.setAside(aside)
      return aside
    } catch (error) {
      throw new ClavisError('store-damaged', `The ${this.#options.what} is damaged and could not be renamed.`, {
        hint: `Move ${this.path} to another folder and restart Clavis.`,
        details: { path: this.path },
        cause: error,
      })
    }
  }
}
