import { ClavisError } from '#shared/errors.ts'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import { relativePeriodOf, type FilterClock } from '#shared/lists/filter-line/filter-bounds.ts'
import type { TableGroup, TableGroups } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter, SearchWord } from '#shared/lists/list-filter.ts'
import type { CommonValue, GroupLevel, ListQuery } from '#shared/lists/list.ts'
import { Slices } from '../../concurrency.ts'
import type { DictionaryColumn } from '../columns/dictionary-column.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
import { zoneClockOf } from './chosen-clock.ts'
import { ColumnCache } from './column-cache.ts'
import { filteredPaths, recordMask } from './filter-mask.ts'
import { sortByRank } from './radix-sort.ts'
import { RecordSearch } from './record-search.ts'
import { topValues } from './top-values.ts'

/**
 * How current a query must be. `exact`: it covers every record that exists. `lagging`: while records arrive, a sorted
 * query stays as it was built, so that its rows keep their places.
 */
export type QueryFreshness = 'exact' | 'lagging'

/** A group without what its records add up to. */
export type RecordGroup = Omit<TableGroup, 'sums'>

/** Records in the order of their groups. */
export interface GroupedRecords {
  readonly positions: Uint32Array<ArrayBuffer>
  readonly groups: readonly RecordGroup[]
  readonly levels: TableGroups['levels']
}

/** A column to group by, with the ranks of its values in the column's order. */
export interface GroupedColumn {
  readonly level: GroupLevel
  readonly values: DictionaryColumn
  readonly ranks: Uint32Array
}

/** Puts records in the order of their groups. */
type GroupRecords = (
  positions: Uint32Array,
  columns: readonly GroupedColumn[],
  query: ListQuery,
  slices: Slices,
) => Promise<GroupedRecords>

/** Which records match a query, in its order. */
export interface QueryResult {
  /** Undefined: all records in loading order. */
  readonly positions: Uint32Array | undefined
  readonly count: number
  /** How many records it was built from. */
  readonly covers: number
  /** Undefined if the query has no groups. */
  readonly grouped?: Pick<GroupedRecords, 'groups' | 'levels'> | undefined
}

/** A query that is cached or being built. */
interface KeptQuery {
  readonly key: string
  readonly cancel: AbortController
  built: Promise<QueryResult>
  /** Set once building is complete. */
  done: QueryResult | undefined
}

/** Maximum number of cached queries, newest last: the current one and its replacement. */
const maxQueries = 2

/** Positions between two looks at the clock. */
const stride = 0x4000

/**
 * Runs queries over the records: search, filters, sorts. A query runs once; the result is its records' positions in order, so
 * that each window of rows is cheap. Filters and searches are continued as records arrive; sorts are built again.
 */
export class QueryExecutor {
  readonly #file: RecordFile
  readonly #columns: ColumnCache
  readonly #group: GroupRecords
  #kept: KeptQuery[] = []
  #counting = new AbortController()
  #replacements = 0

  constructor(file: RecordFile, tree: SchemaTree, collator: Intl.Collator, group: GroupRecords) {
    this.#file = file
    this.#group = group
    this.#columns = new ColumnCache(file, tree, collator)
  }

  /** How often records were removed. */
  get replacements(): number {
    return this.#replacements
  }

  /** Discards built queries after records were removed. Unfinished ones are built again. */
  forget(): void {
    this.#replacements += 1
    this.#columns.forget()
    for (const { cancel } of this.#kept) cancel.abort(replaced)
    this.#kept = []
  }

  /** Ends everything that is being built. */
  close(reason: unknown): void {
    for (const { cancel } of this.#kept) cancel.abort(reason)
    this.#counting.abort(reason)
  }

  /**
   * Returns a query for display. A newer one cancels older ones that are still being built.
   * @throws `cancelled`, `input-invalid`
   */
  async shown(query: ListQuery, freshness: QueryFreshness): Promise<QueryResult> {
    for (;;) {
      try {
        return await this.#shown(query, freshness)
      } catch (error) {
        if (error !== replaced) throw error
      }
    }
  }

  async #shown(query: ListQuery, freshness: QueryFreshness): Promise<QueryResult> {
    const { records } = this.#file
    if (isDefaultQuery(query)) {
      this.#giveUpOthers(undefined)
      return { positions: undefined, count: records, covers: records }
    }
    const now = currentMinute()
    const key = JSON.stringify([query, dependsOnNow(query) ? now : undefined])
    const known = this.#kept.find((kept) => kept.key === key)
    if (known === undefined) return this.#build(key, query, undefined, now)
    const built = await known.built
    const isSorted = query.sort.length > 0 || query.groups !== undefined
    if (built.covers === this.#file.records || (isSorted && freshness === 'lagging')) return built
    // Another call may have built the rest meanwhile.
    const isNewest = this.#kept.includes(known)
    return isNewest ? this.#build(key, query, isSorted ? undefined : built, now) : this.#shown(query, freshness)
  }

  /** Returns the newest built result of a query, even if its relative periods have moved on since; undefined if none is kept. */
  held(query: ListQuery): QueryResult | undefined {
    const start = `${JSON.stringify([query]).slice(0, -1)},`
    return this.#kept.findLast(({ key, done }) => done !== undefined && key.startsWith(start))?.done
  }

  #build(key: string, query: ListQuery, before: QueryResult | undefined, now: number): Promise<QueryResult> {
    this.#giveUpOthers(key)
    const cancel = new AbortController()
    const kept: KeptQuery = { key, cancel, done: undefined, built: this.#buildFrom(query, before, now, cancel.signal) }
    this.#kept = [...this.#kept.filter((other) => other.key !== key && other.done !== undefined), kept].slice(
      -maxQueries,
    )
    kept.built.then(
      (built) => {
        kept.done = built
      },
      () => {
        this.#kept = this.#kept.filter((other) => other !== kept)
      },
    )
    return kept.built
  }

  /** Cancels building other queries than this one: they are no longer needed. */
  #giveUpOthers(key: string | undefined): void {
    const others = this.#kept.filter((kept) => kept.done === undefined && kept.key !== key)
    for (const { cancel } of others) cancel.abort(cancelled())
    this.#kept = this.#kept.filter((kept) => !others.includes(kept))
  }

  /** Runs a query over the records that exist now, independent of displayed ones. Returns the positions. */
  async apart(query: ListQuery, signal: AbortSignal): Promise<Uint32Array> {
    for (;;) {
      const replacements = this.#replacements
      const { positions } = await this.#buildFrom(query, undefined, currentMinute(), signal)
      if (replacements === this.#replacements) return positions
    }
  }

  /** @param before the query built from fewer records; only if it isn't sorted */
  async #buildFrom(
    query: ListQuery,
    before: QueryResult | undefined,
    now: number,
    signal: AbortSignal,
  ): Promise<QueryResult & { readonly positions: Uint32Array }> {
    signal.throwIfAborted()
    const slices = new Slices(signal)
    const { pages, records } = this.#file
    const from = before?.covers ?? 0
    const { sort, groups = [] } = query
    const paths = [...query.filters.flatMap(filteredPaths), ...[...sort, ...groups].map(({ path }) => path)]
    const values = await this.#columns.read(paths, pages, slices)
    const clock = { zone: zoneClockOf(query.timeZone ?? 'UTC'), now }
    let positions = await filtered(query.filters, values, [from, records], clock, slices)
    if (query.search.length > 0) positions = await this.#searched(query.search, positions, pages, slices)
    if (before !== undefined) positions = joined(before.positions, positions)
    for (const { path, direction } of sort.toReversed()) {
      const column = values.get(path)
      if (column === undefined) continue
      const { ranks, highest } = await this.#columns.ranks(path, column, slices)
      positions = sortByRank(positions, column.ids, ranks, highest, direction)
      if (slices.isOver) await slices.pause()
    }
    const grouped = groups.length === 0 ? undefined : await this.#grouped(query, groups, positions, values, slices)
    // It may have been built without a pause although records were removed before.
    signal.throwIfAborted()
    return { positions: grouped?.positions ?? positions, count: positions.length, covers: records, grouped }
  }

  async #grouped(
    query: ListQuery,
    groups: readonly GroupLevel[],
    positions: Uint32Array,
    read: ReadonlyMap<string, DictionaryColumn>,
    slices: Slices,
  ): Promise<GroupedRecords> {
    const columns: GroupedColumn[] = []
    for (const level of groups) {
      const values = read.get(level.path)
      if (values === undefined) continue
      const { ranks } = await this.#columns.ranks(level.path, values, slices)
      columns.push({ level, values, ranks })
    }
    return this.#group(positions, columns, query, slices)
  }

  /** Returns a column's most frequent values that start with a text. @throws `cancelled` for a newer call */
  async commonValues(path: string, beginning: string): Promise<CommonValue[]> {
    this.#counting.abort(cancelled())
    this.#counting = new AbortController()
    const { pages, records } = this.#file
    const slices = new Slices(this.#counting.signal)
    const values = (await this.#columns.read([path], pages, slices)).get(path)
    return values === undefined ? [] : topValues(values, records, beginning, slices)
  }

  async #searched(
    words: readonly SearchWord[],
    positions: Uint32Array<ArrayBuffer>,
    pages: number,
    slices: Slices,
  ): Promise<Uint32Array<ArrayBuffer>> {
    const search = new RecordSearch(words)
    const buffer = new PageBuffer()
    const found = new Uint32Array(positions.length)
    let count = 0
    let at = 0
    // The last page may be replaced by a shorter one meanwhile.
    while (at < positions.length && (positions[at] ?? 0) < this.#file.records) {
      const page = this.#file.pageOf(positions[at] ?? 0)
      const records = this.#file.page(page, buffer)
      const holds = search.find(records)
      const end = records.first + records.count
      const from = at
      for (; at < positions.length && (positions[at] ?? 0) < end; at += 1) {
        const position = positions[at] ?? 0
        if (holds[position - records.first] === 1) {
          found[count] = position
          count += 1
        }
      }
      // If records were removed meanwhile, the remaining positions are invalid: the query is built again.
      if (at === from) {
        await slices.pause()
        break
      }
      if (page >= pages) break
      if (slices.isOver) await slices.pause()
    }
    return found.slice(0, count)
  }
}

/** Thrown internally if records were removed while a query was built. */
const replaced = new Error('Records were replaced.')

async function filtered(
  filters: readonly ColumnFilter[],
  values: ReadonlyMap<string, DictionaryColumn>,
  [from, to]: readonly [from: number, to: number],
  clock: FilterClock,
  slices: Slices,
): Promise<Uint32Array<ArrayBuffer>> {
  let positions = new Uint32Array(to - from)
  for (let at = 0; at < positions.length; at += 1) positions[at] = from + at
  for (const filter of filters) {
    const mask = await recordMask(filter, values, clock, slices)
    if (mask === undefined) continue
    const { passes, ids } = mask
    let kept = 0
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at] ?? 0
      if (passes[ids[position] ?? 0] === 1) {
        positions[kept] = position
        kept += 1
      }
      if (at % stride === 0 && slices.isOver) await slices.pause()
    }
    positions = positions.slice(0, kept)
  }
  return positions
}

function joined(before: Uint32Array | undefined, after: Uint32Array): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array((before?.length ?? 0) + after.length)
  if (before !== undefined) all.set(before)
  all.set(after, before?.length ?? 0)
  return all
}

/** When relative periods are computed: a query stays the same for a minute, so that its rows keep their places. */
function currentMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000
}

/** Returns whether records may pass the filters at one time and not at another. */
function dependsOnNow({ filters }: ListQuery): boolean {
  return filters.some(({ condition }) =>
    (condition.kind === 'range'
      ? [condition.from, condition.to].flatMap((bound) => bound?.value ?? [])
      : condition.kind === 'one-of'
        ? (condition.periods ?? [])
        : []
    ).some((text) => relativePeriodOf(text) !== undefined),
  )
}

function cancelled(): ClavisError {
  return new ClavisError('cancelled', 'Cancelled: replaced by a newer query.')
}
