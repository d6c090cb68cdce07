import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import type { ComparedSide, Comparison } from '#shared/lists/comparison.ts'
import type { Column, ListQuery } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { requireNotCancelled, type JobControl } from '../concurrency.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { differencesMember } from '../records/record-store.ts'
import { compareDatasets, type ComparisonOutcome } from './comparison.ts'
import type { DatasetLease, DatasetRegistry } from './loading/dataset-registry.ts'
import type { SnapshotService } from './snapshot-service.ts'

/** Limits of a page that is built from lines of a file: number of lines and bytes. */
const linesOfPage = 500
const bytesOfPage = 4 * 1024 * 1024

/** Bytes that are read from a file at once. */
const chunkSize = 1024 * 1024

const contentFaults: readonly ErrorCode[] = [
  'response-not-json',
  'response-truncated',
  'list-envelope-invalid',
  'list-records-missing',
]

const lineFeed = 0x0a
const comma = Buffer.from(',')
const byteOrderMark = Buffer.from('\uFEFF')

interface Options {
  readonly datasets: DatasetRegistry
  readonly snapshots: Pick<SnapshotService, 'lease'>
}

/** Compares datasets. The differences become a dataset of their own. */
export class ComparisonService {
  readonly #datasets: DatasetRegistry
  readonly #snapshots: Pick<SnapshotService, 'lease'>

  constructor({ datasets, snapshots }: Options) {
    this.#datasets = datasets
    this.#snapshots = snapshots
  }

  /**
   * Compares two datasets, which may be open or snapshots.
   * @param chosenId the path of the identifier, if the person chose it
   * @param filterOf returns the query by which a record counts if its old or its new version matches, for the columns of both
   * @throws `snapshot-not-found`, `dataset-closed`, `input-invalid`, `cancelled`
   */
  async compare(
    before: ComparedSide,
    after: ComparedSide,
    chosenId: string | undefined,
    control: JobControl,
    filterOf: (columns: readonly Column[]) => ListQuery | undefined = () => undefined,
  ): Promise<Comparison> {
    const earlier = await this.lease(before)
    try {
      const later = await this.lease(after)
      try {
        const columns = (await Promise.all([earlier, later].map(({ store }) => store.columns()))).flat()
        const filter = filterOf([...new Map(columns.map((column) => [column.path, column])).values()])
        return await this.compareLeased(earlier, later, chosenId, control, { withRecord: true, filter })
      } finally {
        await later.release()
      }
    } finally {
      await earlier.release()
    }
  }

  /** Leases a dataset for a comparison. @throws `snapshot-not-found`, `dataset-closed`, `input-invalid` */
  async lease(side: ComparedSide): Promise<DatasetLease> {
    if (side.kind === 'snapshot') return this.#snapshots.lease(side.snapshotId)
    return this.#datasets.lease(this.#datasets.get(side.datasetId))
  }

  /**
   * Compares two leased datasets. The caller releases them.
   * @param options.filter a record counts if its old or its new version matches
   * @param options.withRecord whether the differences have the newer version of changed records
   */
  async compareLeased(
    before: DatasetLease,
    after: DatasetLease,
    chosenId: string | undefined,
    control: JobControl,
    { filter, withRecord = false }: { readonly filter?: ListQuery | undefined; readonly withRecord?: boolean } = {},
  ): Promise<Comparison> {
    const { list } = before
    const created = await this.#datasets.createRecords(list, differencesMember)
    try {
      const outcome = await compareDatasets({
        ...control,
        list,
        before,
        after,
        result: created.store,
        chosenId,
        withRecord,
        filter,
      })
      if (outcome.kind === 'compared') {
        const { kind, idPath, counts, changedPaths, completeness } = outcome
        if (counts.added + counts.gone + counts.changed === 0) await created.store.addPage([noDifferences()], false)
        const summary = await this.#datasets.show(created, list)
        return { kind, idPath, counts, changedPaths: [...changedPaths], completeness, summary }
      }
      await this.#datasets.discard(created)
      const { candidates, reason } = outcome
      return { kind: 'unclear', candidates: [...candidates], ...(reason === undefined ? {} : { reason }) }
    } catch (error) {
      await this.#datasets.discard(created)
      throw error
    }
  }

  /**
   * Counts the differences of two leased datasets without keeping them. The caller releases them.
   * @param filter a record counts if its old or its new version matches
   */
  async count(
    before: DatasetLease,
    after: Pick<DatasetLease, 'store' | 'isComplete'>,
    chosenId: string | undefined,
    control: JobControl,
    filter: ListQuery | undefined,
  ): Promise<ComparisonOutcome> {
    const { list } = before
    const created = await this.#datasets.createRecords(list, differencesMember)
    try {
      return await compareDatasets({
        ...control,
        list,
        before,
        after,
        result: created.store,
        chosenId,
        withRecord: false,
        filter,
      })
    } finally {
      await this.#datasets.discard(created)
    }
  }

  /**
   * Imports a file with one record per line as a dataset to compare.
   * @throws `disk-full`, `disk-failed`, `input-invalid` if a line is not JSON
   */
  async leaseLines(path: string, list: ListName, { signal, onProgress }: JobControl): Promise<DatasetLease> {
    const created = await this.#datasets.createRecords(list, 'lines')
    const release = (): Promise<void> => this.#datasets.discard(created)
    try {
      let records = 0
      for await (const lines of pagesOfLines(path)) {
        requireNotCancelled(signal)
        const page = await created.store.addPage([pageOfLines(lines)], false).catch((error: unknown) => {
          throw isOfContent(error) ? notLines(path, records, error) : error
        })
        // A record that spans two lines, or two records in one line, also parse once commas join the lines.
        if (page.records !== records + lines.length) throw notLines(path, records)
        records = page.records
        onProgress(records, records)
      }
      // It is unknown whether the file is complete.
      return { store: created.store, isComplete: () => undefined, list, release }
    } catch (error) {
      await release()
      throw error
    }
  }
}

/** Reads a file's lines in batches, without line ends, byte order mark and empty lines. */
async function* pagesOfLines(path: string): AsyncGenerator<Buffer[]> {
  let lines: Buffer[] = []
  let size = 0
  let rest: Buffer[] = []
  let isFirst = true
  const joined = (parts: readonly Buffer[]): Buffer => {
    const line = Buffer.concat(parts)
    const hasMark = isFirst && line.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    isFirst = false
    return hasMark ? line.subarray(byteOrderMark.length) : line
  }
  try {
    // Splits by bytes: line readers also split at other characters than the line feed.
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
        const line = joined([...rest, chunk.subarray(from, end)])
        rest = []
        from = end + 1
        if (line.toString('latin1').trim() === '') continue
        lines.push(line)
        size += line.length
        if (lines.length < linesOfPage && size < bytesOfPage) continue
        yield lines
        lines = []
        size = 0
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : diskFailure(error, path, 'read')
  }
  const last = joined(rest)
  if (last.toString('latin1').trim() !== '') lines.push(last)
  if (lines.length > 0) yield lines
}

function pageOfLines(lines: readonly Buffer[]): Buffer<ArrayBuffer> {
  const separated = lines.flatMap((line, index) => (index === 0 ? [line] : [comma, line]))
  return Buffer.concat([Buffer.from('{"lines":['), ...separated, Buffer.from('],"next":null,"lastPage":"true"}')])
}

/** Returns whether a page failed to be stored because of its content, and not because of the disk, for example. */
function isOfContent(error: unknown): boolean {
  return error instanceof ClavisError && contentFaults.includes(error.code)
}

function notLines(path: string, records: number, cause?: unknown): ClavisError {
  const where = records === 0 ? 'a line' : `a line behind its first ${records} records`
  return new ClavisError('input-invalid', `${path} is not NDJSON: ${where} is not one JSON value.`, {
    hint: 'Each line must hold one record, as in an NDJSON file exported from Clavis.',
    cause,
  })
}

function noDifferences(): Buffer<ArrayBuffer> {
  return Buffer.from(`{"${differencesMember}":[],"next":null,"lastPage":"true"}`)
}
