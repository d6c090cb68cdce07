import { rename, rm, stat } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { fileBehindLink } from '../files/file-behind-link.ts'
import { makeOwnFile, requireOwnFile } from '../files/own-file.ts'
import { readStoredProgress } from '../records/record-store.ts'
import { HeldFile, holderOf, removeUnheld } from '../store/held-file.ts'
import type { ListService } from './list-service.ts'
import type { DatasetRegistry } from './loading/dataset-registry.ts'
import { nextPage } from './loading/next-page.ts'

interface Services {
  readonly lists: Pick<ListService, 'openFile'>
  readonly datasets: Pick<DatasetRegistry, 'close'>
}

/** How long another process may take to give up the file, milliseconds. */
const lockWait = 500

/**
 * The load that an NDJSON file is made of. Until the file is complete, its records are in `FILE.partial`, private to their
 * owner. The operating system locks `FILE.held` from {@link hold} to {@link release}: one process at a time writes the file.
 */
export class OutputLoad {
  readonly #path: string
  readonly #services: Services
  #held: HeldFile | undefined
  /** Size of what an earlier load left, bytes; undefined if it left no file. */
  readonly #earlierSize: number | undefined
  #file: string
  #datasetId: string | undefined

  /** @param path with links resolved */
  private constructor(path: string, services: Services, held: HeldFile, earlierSize: number | undefined) {
    this.#path = path
    this.#services = services
    this.#held = held
    this.#earlierSize = earlierSize
    this.#file = this.#partial
  }

  /**
   * Locks a file until {@link release}; changes nothing else yet.
   * @throws `input-invalid` if the file is being written; `file-untrusted`, `disk-full`, `disk-failed`
   */
  static async hold(file: string, services: Services): Promise<OutputLoad> {
    // With links resolved, every process locks and replaces the same file.
    const path = await onDisk(file, fileBehindLink(file))
    const lock = `${path}.held`
    const held = await takeLock(lock)
    if (held === undefined) throw beingWritten(file, lock)
    try {
      const partial = `${path}.partial`
      await onDisk(partial, requireOwnFile(partial))
      return new OutputLoad(path, services, held, await sizeOf(partial))
    } catch (error) {
      await held.remove()
      throw error
    }
  }

  get #partial(): string {
    return `${this.#path}.partial`
  }

  /** The file of a load that replaces an earlier one once its first page works. */
  get #next(): string {
    return `${this.#partial}.new`
  }

  /** Whether an earlier load left pages, which a new one replaces. */
  get replacesEarlier(): boolean {
    return (this.#earlierSize ?? 0) > 0
  }

  /** The file in which {@link replaceEarlier} keeps what an earlier load left. No load of another file has this name. */
  get oldPath(): string {
    return `${this.#partial}.old`
  }

  /** Returns whether an earlier load is left. One whose records have got their final name since is done. */
  async isInterrupted(): Promise<boolean> {
    const [left, final] = await Promise.all(
      [this.#partial, this.#path].map((path) => stat(path).catch(() => undefined)),
    )
    if (left === undefined) return false
    if (final === undefined || final.mtimeMs < left.mtimeMs) return true
    const progress = await readStoredProgress(this.#partial)
    return progress === undefined || nextPage(progress.envelope, () => false).kind !== 'complete'
  }

  /**
   * Starts a load from the first page.
   * @throws `disk-full`, `disk-failed`
   */
  async begin(profileId: string, list: ListName): Promise<DatasetSummary> {
    if (this.replacesEarlier) this.#file = this.#next
    await onDisk(this.#path, makeOwnFile(this.#file))
    return this.#open(profileId, list)
  }

  /**
   * Resumes the load that an earlier command left.
   * @throws `input-invalid` if there is none or it can’t be resumed; `list-file-damaged`
   */
  async resume(profileId: string, list: ListName): Promise<DatasetSummary> {
    if (this.#earlierSize === undefined)
      throw new ClavisError(
        'input-invalid',
        `There is no interrupted download of ${this.#path} to resume: ${this.#partial} is missing.`,
        { hint: 'Start a new file without --resume.' },
      )
    return this.#open(profileId, list)
  }

  async #open(profileId: string, list: ListName): Promise<DatasetSummary> {
    try {
      const summary = await this.#services.lists.openFile(this.#file, profileId, list)
      this.#datasetId = summary.datasetId
      return summary
    } catch (error) {
      if (!(error instanceof ClavisError && error.code === 'list-file-damaged')) throw error
      const why = 'it is damaged or was written by another version of Clavis'
      throw new ClavisError('list-file-damaged', `${this.#file} can’t be read: ${why}.`, {
        hint: 'Start a new file without --resume.',
        cause: error,
      })
    }
  }

  /**
   * Puts a load that {@link begin} started in place of an earlier one.
   * @param keepsOld keeps what that left until the new load is complete; of several, the most
   */
  async replaceEarlier(keepsOld: boolean): Promise<void> {
    if (this.#file === this.#partial) return
    const isMost = (this.#earlierSize ?? 0) > ((await sizeOf(this.oldPath)) ?? 0)
    if (keepsOld && isMost) await onDisk(this.#path, rename(this.#partial, this.oldPath))
    await onDisk(this.#path, rename(this.#file, this.#partial))
    this.#file = this.#partial
  }

  /** Removes the load and gives up the file. */
  async discard(): Promise<void> {
    await this.#close()
    await rm(this.#file, { force: true }).catch(() => undefined)
    await this.release()
  }

  /** Removes what is not needed now that the file is complete, and gives it up. @throws `disk-failed` */
  async finish(): Promise<void> {
    await this.#close()
    for (const left of [this.#partial, this.#next, this.oldPath]) await onDisk(left, rm(left, { force: true }))
    await this.release()
  }

  /** Gives up the file. The load can be resumed. */
  async release(): Promise<void> {
    await this.#close()
    const held = this.#held
    this.#held = undefined
    await held?.remove()
  }

  async #close(): Promise<void> {
    if (this.#datasetId !== undefined) await this.#services.datasets.close(this.#datasetId)
  }
}

/** Takes a lock, also in place of a damaged file. */
async function takeLock(lock: string): Promise<HeldFile | undefined> {
  try {
    return await HeldFile.take(lock, lockWait)
  } catch (error) {
    if (!(error instanceof ClavisError && error.code === 'store-damaged' && (await removeUnheld(lock)))) throw error
    return HeldFile.take(lock, lockWait)
  }
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}

async function onDisk<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw diskFailure(error, path, 'saved')
  })
}

function beingWritten(file: string, lock: string): ClavisError {
  const holder = holderOf(lock)
  const who =
    holder === undefined
      ? 'another Clavis window or command'
      : `process ${holder.pid} (since ${holder.since.replace(/\.\d+Z$/u, 'Z')})`
  return new ClavisError('input-invalid', `${file} is being written by ${who}.`, {
    hint: 'Wait for it to finish, or choose another file with --out.',
    ...(holder === undefined ? {} : { details: { pid: holder.pid, since: holder.since } }),
  })
}
