import { identifierCandidates } from '#shared/lists/identifier-candidates.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import type { PageColumnIndex } from '../storage/page-column-index.ts'
import type { RecordFile } from '../storage/record-file.ts'
import { hashesOf, RepeatedIdentifiers, type Repeats } from './repeated-identifiers.ts'

interface Options {
  readonly list: ListName
  readonly file: RecordFile
  readonly tree: SchemaTree
  /** Has the places of the values of the page that was parsed last. */
  readonly log: PageColumnIndex
}

/**
 * Knows what identifies the records of a load, and which came before. A load that resumes
 * judges its pages as one that was never interrupted.
 */
export class LoadIdentifiers {
  readonly #given: Options
  /** The column that identifies records, `''` if none does; undefined before the first records. */
  #path: string | undefined
  /** The page with the first records, which decides that; -1 if it is not yet there. */
  #firstFilled = -1
  /** Undefined before the first records, or if those in the file are not read yet. */
  #known: RepeatedIdentifiers | 'none' | undefined

  constructor(given: Options) {
    this.#given = given
  }

  /** Chooses the column if this page has the first records: a field that identifies all records is in these. */
  choose(page: number, records: number): void {
    if (this.#path !== undefined) return
    this.#firstFilled = page
    this.#path = this.#clearPath(records) ?? ''
  }

  /**
   * Hashes the identifiers of the page that was parsed last, before it is stored as `page`.
   * @param first position of its first record
   * @returns undefined if no record came before, or nothing identifies them
   */
  judge(
    page: number,
    first: number,
    body: Uint8Array,
    records: number,
  ): { hashes: Uint32Array; isRepeated: boolean } | undefined {
    // The page that decided is replaced.
    if (page === this.#firstFilled) [this.#path, this.#known] = [undefined, undefined]
    if (this.#path !== undefined) this.#known ??= this.#stored(this.#path, page)
    if (this.#known === undefined || this.#known === 'none') return undefined
    const hashes = this.#hashes(this.#known.path, body, records)
    return { hashes, isRepeated: this.#known.areKnown(hashes, first) }
  }

  /** Adds the page that was stored just now. @param hashes if {@link judge} returned them */
  add(page: number, body: Uint8Array, records: number, hashes?: Uint32Array): void {
    const { file } = this.#given
    this.choose(page, file.records)
    this.#known ??= this.#start(this.#path ?? '')
    if (this.#known !== 'none')
      this.#known.add(hashes ?? this.#hashes(this.#known.path, body, records), file.firstOf(page))
  }

  /** Returns the records whose identifier an earlier one has; undefined if there are none. @throws the system's errors */
  repeats(): Repeats | undefined {
    const { file } = this.#given
    const clear = this.#clearPath(file.records)
    this.#known ??= this.#stored(this.#path ?? clear ?? '', file.pages)
    return this.#known !== 'none' && this.#known.path === clear ? this.#known.repeats() : undefined
  }

  #start(path: string): RepeatedIdentifiers | 'none' {
    return path === '' ? 'none' : new RepeatedIdentifiers(path, this.#given.file)
  }

  /** Reads the file's pages up to one. */
  #stored(path: string, pages: number): RepeatedIdentifiers | 'none' {
    const known = this.#start(path)
    if (known !== 'none') known.addStored(pages, this.#given.tree.describe(path)?.id ?? -1)
    return known
  }

  #hashes(path: string, body: Uint8Array, records: number): Uint32Array {
    const { tree, log } = this.#given
    return hashesOf({ body, places: log.placesOf(tree.describe(path)?.id ?? -1, records) })
  }

  /** The column that clearly identifies records, if there is one. */
  #clearPath(records: number): string | undefined {
    const { list, tree } = this.#given
    const known = { columns: tree.columns(), records }
    const [candidate] = identifierCandidates(list, known, known)
    return candidate?.isClear === true ? candidate.path : undefined
  }
}
