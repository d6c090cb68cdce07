import { ClavisError } from '#shared/errors.ts'
import type { Column, CommonValue, ListQuery, Row, RowWindow } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { JobControl } from '../concurrency.ts'
import { CellReader } from './columns/cell-reader.ts'
import { SchemaTree } from './columns/schema-tree.ts'
import { LoadIdentifiers } from './diff/load-identifiers.ts'
import type { Repeats } from './diff/repeated-identifiers.ts'
import type { ByteSink } from './export/file-output.ts'
import { writeLines } from './export/line-export.ts'
import { readEnvelope, type Envelope } from './pages/envelope.ts'
import { PageReader } from './pages/page-reader.ts'
import { QueryExecutor, type QueryFreshness, type QueryResult } from './query/query-executor.ts'
import { readRecords } from './query/record-reader.ts'
import { textCollator } from './query/text-sort.ts'
import type { ShownRecords } from './selection/selected-rows.ts'
import { DateOrder, type DateOrderSoFar } from './statistics/date-order.ts'
import { groupRecords } from './statistics/record-groups.ts'
import { countsWords, type PageBlock, PageBuffer } from './storage/page-block.ts'
import { PageColumnIndex, valuesWords } from './storage/page-column-index.ts'
import { RecordFile } from './storage/record-file.ts'
import type { VisitRecord } from './storage/record-scan.ts'

/** Result of storing a page. */
export interface StoredPage {
  /** How many records the dataset has now. */
  readonly records: number
  readonly recordMember: string | undefined
  /** Whether it is a last page without the array of records, which counts as empty. */
  readonly lacksRecords: boolean
  /** True if all its records came on earlier pages of the load. */
  readonly isRepeated?: boolean
  readonly envelope: Envelope
}

/** What the records of a dataset depend on besides its pages. */
export interface DatasetSettings {
  readonly list: ListName
  /** The field that the person chose for this list's records, if any. */
  readonly chosenMember: string | undefined
  /** The language that text is sorted in, a BCP 47 tag. */
  readonly language: string
  /** What the records are loaded from; stored with the first page. */
  readonly origin?: string | undefined
}

/**
 * Stores the records of one dataset, each as the exact text received, in one file. Runs in a worker thread: methods
 * block, and long ones yield in between.
 */
export class RecordDatabase implements ShownRecords {
  readonly #file: RecordFile
  readonly #tree = new SchemaTree()
  readonly #log = new PageColumnIndex()
  readonly #reader: PageReader
  readonly #queries: QueryExecutor
  readonly #identifiers: LoadIdentifiers
  /** By the path of the column. */
  readonly #dateOrders = new Map<string, DateOrder>()
  /** Whether the last page has a record that is not on an earlier one, and how many in a row before it had none. */
  #hasNew = true
  #emptyBeforeLast = 0
  /** Members that the file knows by their paths, and how many it knew before its last page. */
  #knownMembers = 1
  #knownBeforeLast = 1
  #lacksRecords = false
  /** What the first page says that the records were loaded from; before that, what it will say. */
  #origin: string | undefined

  /**
   * Opens a file, which is empty or contains the pages of an earlier load, which are then available.
   * @param file created if it doesn't exist, private to its owner
   * @throws `list-file-damaged`
   */
  constructor(file: string, { list, chosenMember, language, origin }: DatasetSettings) {
    this.#file = new RecordFile(file)
    this.#origin = origin
    this.#reader = new PageReader(list, chosenMember, this.#tree, this.#log)
    this.#queries = new QueryExecutor(this.#file, this.#tree, textCollator(language), groupRecords)
    const read = { list, file: this.#file, tree: this.#tree, log: this.#log }
    this.#identifiers = new LoadIdentifiers(read)
    this.#file.readBlocks(
      (counts, { recordMember, besides = [], lacksRecords = false, isRepeated, origin: stated, members }, records) => {
        if (this.#file.pages === 0) this.#origin = stated
        this.#knownBeforeLast = this.#tree.size
        this.#tree.restore(members)
        this.#knownMembers = this.#tree.size
        this.#count(counts, 1)
        this.#reader.recordMember = recordMember
        this.#reader.besides = besides
        this.#lacksRecords = lacksRecords
        this.#emptyBeforeLast = this.#hasNew ? 0 : this.#emptyBeforeLast + 1
        this.#hasNew = records > 0 && isRepeated !== true
        if (records > 0) this.#identifiers.choose(this.#file.pages, this.#file.records + records)
      },
    )
  }

  /** How many pages there are. */
  get pages(): number {
    return this.#file.pages
  }

  /** How many records there are. */
  get records(): number {
    return this.#file.records
  }

  /** How many records the pages before the last have. */
  get recordsBeforeLast(): number {
    return this.#file.pages === 0 ? 0 : this.#file.firstOf(this.#file.pages - 1)
  }

  /** How many pages in a row brought no new record before the last one. */
  get emptyBeforeLast(): number {
    return this.#emptyBeforeLast
  }

  /** Whether the last page has a record that is not on an earlier one. */
  get hasNew(): boolean {
    return this.#hasNew
  }

  /** The field that holds the records; undefined before the first page. */
  get recordMember(): string | undefined {
    return this.#reader.recordMember
  }

  /** What the records were loaded from; undefined before the first page, or if that is unknown. */
  get origin(): string | undefined {
    return this.pages === 0 ? undefined : this.#origin
  }

  /** Whether the last page has no array of records. */
  get lacksRecords(): boolean {
    return this.#lacksRecords
  }

  /** The columns discovered so far. */
  columns(): Column[] {
    return this.#tree.columns()
  }

  hasNumbers(path: string): boolean {
    return this.#tree.hasNumbers(path)
  }

  /**
   * Parses a page and stores its records, all or none.
   * @param replacesLast whether it is the last stored page, requested again: its records replace those stored before
   * @param isOfLoad whether it must not have the same records as the page before, and is searched for {@link repeats}
   * @throws `response-…`, `list-…`; what was stored before is then unchanged
   */
  addPage(body: Uint8Array, replacesLast: boolean, isOfLoad = false): StoredPage {
    const { recordMember, lacksRecords, envelope, starts, lengths } = this.#reader.read(body)
    const { besides } = this.#reader
    const known = replacesLast ? this.#knownBeforeLast : this.#knownMembers
    const columns = this.#log.columns()
    const pageBefore = this.#file.pages - (replacesLast ? 2 : 1)
    const isFilled = starts.length > 0
    if (isOfLoad && isFilled && pageBefore >= 0 && this.#file.hasRecords(pageBefore, { body, starts, lengths })) {
      this.#tree.discard()
      throw samePageAgain()
    }
    const isIdentified = isOfLoad && isFilled
    const first = replacesLast ? this.recordsBeforeLast : this.records
    const judged = isIdentified ? this.#identifiers.judge(pageBefore + 1, first, body, starts.length) : undefined
    const isRepeated = judged?.isRepeated === true
    const block: PageBlock = {
      body,
      starts,
      lengths,
      counts: this.#pageCounts(columns),
      news: {
        recordMember,
        ...(besides.length > 0 && { besides }),
        ...(lacksRecords && { lacksRecords }),
        ...(isRepeated && { isRepeated }),
        ...(pageBefore < 0 && { origin: this.#origin }),
        members: this.#tree.pathsFrom(known),
      },
      valuesWords: columns.reduce((sum, { count }) => sum + valuesWords(count, starts.length), 0),
      writeValues: (words) => this.#log.write(words, starts.length),
    }
    const replaced = replacesLast && this.#file.pages > 0 ? this.#file.counts(this.#file.pages - 1) : undefined
    try {
      if (replacesLast) this.#file.replaceLast(block)
      else this.#file.append(block)
    } catch (error) {
      this.#tree.discard()
      throw error
    }
    this.#tree.commit()
    if (replaced !== undefined) {
      this.#count(replaced, -1)
      this.#queries.forget()
      this.#dateOrders.clear()
    }
    this.#knownBeforeLast = known
    this.#knownMembers = this.#tree.size
    this.#lacksRecords = lacksRecords
    if (!replacesLast) this.#emptyBeforeLast = this.#hasNew ? 0 : this.#emptyBeforeLast + 1
    this.#hasNew = isFilled && !isRepeated
    if (isIdentified) this.#identifiers.add(pageBefore + 1, body, starts.length, judged?.hashes)
    return { records: this.#file.records, recordMember, lacksRecords, ...(isRepeated && { isRepeated }), envelope }
  }

  /**
   * Returns the records whose identifier an earlier one has; undefined if there are none or no field clearly identifies
   * records. Pages that were not stored by this load are read for it.
   * @throws the system's errors
   */
  repeats(): Repeats | undefined {
    return this.#identifiers.repeats()
  }

  /** Returns in which order the records have a column's dates; undefined if in none. Continues with new pages. */
  dateOrder(path: string): Promise<DateOrderSoFar | undefined> {
    const order = this.#dateOrders.get(path) ?? new DateOrder(this.#file, path, this.#tree)
    this.#dateOrders.set(path, order)
    return order.soFar()
  }

  #pageCounts(columns: readonly { readonly column: number; readonly count: number }[]): Uint32Array {
    const counts = new Uint32Array(columns.length * countsWords)
    for (const [index, { column, count }] of columns.entries()) {
      const at = index * countsWords
      counts[at] = column
      counts[at + 1] = count
      counts.set(this.#tree.pageCounts(column), at + 2)
    }
    return counts
  }

  #count(counts: Uint32Array, sign: 1 | -1): void {
    for (let at = 0; at < counts.length; at += countsWords)
      this.#tree.add(counts[at] ?? 0, counts.subarray(at + 2, at + countsWords), sign)
  }

  /**
   * Returns rows that match a query, with a cell for each path. A newer query cancels the building of an older one.
   * @throws `cancelled`, `input-invalid`
   */
  async rows(
    query: ListQuery,
    offset: number,
    limit: number,
    paths: readonly string[],
    freshness: QueryFreshness = 'exact',
  ): Promise<RowWindow> {
    const reader = new CellReader(paths)
    const { positions, count, covers } = await this.#queries.shown(query, freshness)
    const rows: Row[] = []
    for (let at = offset; at < Math.min(count, offset + limit); at += 1) {
      const position = positions === undefined ? at : (positions[at] ?? 0)
      const bytes = this.bytes(position)
      if (bytes !== undefined) rows.push(reader.row(position, bytes))
    }
    return { rows, count, covers }
  }

  /** Returns the row of a query that contains a record; undefined if the query doesn't. Otherwise as {@link rows}. */
  async rowOf(query: ListQuery, position: number, freshness: QueryFreshness = 'exact'): Promise<number | undefined> {
    const { positions, count } = await this.#queries.shown(query, freshness)
    const row = positions === undefined ? position : positions.indexOf(position)
    return row >= 0 && row < count ? row : undefined
  }

  /**
   * Returns the positions of rows as the table shows them, although relative periods or records may have moved on since.
   * @throws `cancelled`, `input-invalid`
   */
  async shownPositions(
    query: ListQuery,
    first: number,
    limit: number,
    freshness: QueryFreshness,
  ): Promise<Uint32Array> {
    const { positions, count } = this.#queries.held(query) ?? (await this.#queries.shown(query, freshness))
    const last = Math.min(count, first + limit)
    return (
      positions?.slice(first, last) ?? Uint32Array.from({ length: Math.max(0, last - first) }, (_, row) => first + row)
    )
  }

  /**
   * Runs a query as the table shows it: by its relative periods, although these may have moved on since. Otherwise as
   * {@link rows}.
   */
  async shown(query: ListQuery, freshness: QueryFreshness): Promise<QueryResult> {
    const held = this.#queries.held(query)
    const isCurrent = held !== undefined && (freshness === 'lagging' || held.covers === this.#file.records)
    return isCurrent ? held : this.#queries.shown(query, freshness)
  }

  /** Returns a column's most frequent values that start with a text. @throws `cancelled` for a newer call */
  commonValues(path: string, beginning: string): Promise<CommonValue[]> {
    return this.#queries.commonValues(path, beginning)
  }

  /** Returns a record's exact bytes; undefined if there is no such row. */
  bytes(position: number): Uint8Array | undefined {
    return this.#file.record(position)
  }

  /** Returns a page exactly as received, with its envelope; undefined if there is none. Pages are counted from 0. */
  pageBody(page: number): Uint8Array | undefined {
    if (page < 0 || page >= this.#file.pages) return undefined
    return this.#file.page(page, new PageBuffer()).body.slice()
  }

  /** Returns a page's envelope; undefined if there is none. Pages are counted from 0. */
  envelope(page: number): Envelope | undefined {
    if (page < 0 || page >= this.#file.pages) return undefined
    return readEnvelope(this.#file.pageWithoutRecords(page))
  }

  /** Whether some members have no column because there are too many. */
  get columnsCut(): boolean {
    return this.#tree.cut
  }

  /** How often the last page was replaced. */
  get replacements(): number {
    return this.#queries.replacements
  }

  /** The positions of the records that a query has now, in its order. @throws `cancelled` */
  positions(query: ListQuery, signal: AbortSignal): Promise<Uint32Array> {
    return this.#queries.apart(query, signal)
  }

  async scan(query: ListQuery, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void> {
    await this.read(await this.positions(query, signal), paths, visit, signal)
  }

  /** Shows the records at these positions. Otherwise as {@link scan}. */
  read(positions: Uint32Array, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void> {
    return readRecords({ file: this.#file, tree: this.#tree }, positions, paths, visit, signal)
  }

  writeLines(count: number, sink: ByteSink, control: JobControl): Promise<void> {
    return writeLines(this.#file, count, sink, control)
  }

  /** Waits until everything stored is on disk. */
  sync(): void {
    this.#file.sync()
  }

  /** @param reason with which pending calls fail */
  close(reason?: unknown): void {
    this.#queries.close(reason)
    this.#file.close()
  }
}

function samePageAgain(): ClavisError {
  return new ClavisError(
    'list-page-repeated',
    'The service returned the same records as on the page before. Clavis stopped to avoid an endless loop.',
    { hint: 'Retry from this page, or reload from the first one.' },
  )
}
