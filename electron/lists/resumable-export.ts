import { rm } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { fileBehindLink } from '../files/file-behind-link.ts'
import { DownloadState, type StoredDownload } from '../store/download-state.ts'
import { holderOf } from '../store/held-file.ts'
import type { LoadBasis } from './loading/list-pages.ts'
import type { SavedMark } from './loading/load-position.ts'
import { PartialFile, sizeOf } from './partial-file.ts'

/** What a cursor depends on: with another list, profile or basis it leads to other records. */
export interface ExportBasis {
  readonly profileId: string
  readonly list: ListName
  readonly basis: LoadBasis
}

/** How long another process may take to give up the file, milliseconds. */
const lockWait = 500

/**
 * An NDJSON export that can be resumed after an interruption. Until it is complete, the records are in `FILE.partial`
 * and the position to resume from in `FILE.resume`, both private to their owner. `FILE.resume` is locked by the
 * operating system from {@link hold} to {@link release}: one process at a time writes the file.
 */
export class ResumableExport {
  readonly #path: string
  readonly #file: PartialFile
  readonly #basis: ExportBasis
  readonly #state: DownloadState
  /** What an earlier export left, or this one started with. */
  #stored: StoredDownload | undefined
  /** Size of what an earlier export wrote, bytes; undefined if it has no such file. */
  #partialSize: number | undefined
  #records = 0
  #bytes = 0
  #isHeld = true

  /** @param path with links resolved */
  private constructor(path: string, basis: ExportBasis, state: DownloadState, stored: StoredDownload | undefined) {
    this.#path = path
    this.#basis = basis
    this.#state = state
    this.#stored = stored
    this.#file = new PartialFile(path)
  }

  /**
   * Locks a file until {@link release}; changes nothing else yet.
   * @param startsAnew sets aside a position that can't be read, as `FILE.resume.old`
   * @throws `input-invalid` if the file is being written; `store-damaged`, `file-untrusted`, `disk-full`, `disk-failed`
   */
  static async hold(file: string, basis: ExportBasis, startsAnew = false): Promise<ResumableExport> {
    // With links resolved, every process locks and replaces the same file.
    const path = await fileBehindLink(file).catch((error: unknown) => {
      throw diskFailure(error, file, 'saved')
    })
    const state = await DownloadState.take(stateOf(path), lockWait, startsAnew)
    if (state === undefined) throw beingWritten(file, path)
    try {
      const output = new ResumableExport(path, basis, state, state.read())
      output.#partialSize = await output.#file.size()
      return output
    } catch (error) {
      state.release()
      throw error
    }
  }

  /** Path of the file that records are appended to. */
  get partial(): string {
    return this.#file.path
  }

  /** Whether an earlier export left something that {@link begin} would replace. */
  get replacesEarlier(): boolean {
    return this.#stored !== undefined || this.keepsRecords
  }

  /** Whether an earlier export left records. */
  get keepsRecords(): boolean {
    return (this.#partialSize ?? 0) > 0
  }

  /** Where {@link begin} keeps them. */
  get oldPath(): string {
    return this.#file.oldPath
  }

  /** Whether an earlier export was interrupted. One that has its final name by now is done. */
  get isInterrupted(): boolean {
    return this.keepsRecords || this.#stored?.isComplete === false
  }

  /** Whether all records are in the file, so that only {@link finish} is missing. */
  get isComplete(): boolean {
    return this.#stored?.isComplete === true
  }

  /** Number of records in the file. */
  get records(): number {
    return this.#records
  }

  /**
   * Starts a new file, which can be resumed from its first page on, and removes what an earlier export left.
   * @param keepsOld keeps the earlier records aside until the new file is complete; of several, the most
   * @throws `disk-full`, `disk-failed`
   */
  async begin({ keepsOld = false } = {}): Promise<void> {
    if (keepsOld) await this.#file.setAside()
    const started = { ...this.#basis, basis: JSON.stringify(this.#basis.basis) }
    // First, so that an old position is never read with a new file.
    this.#state.begin(started)
    await this.#file.create()
    const position = { cursor: undefined, pages: 0, records: 0, bytes: 0, recordMember: undefined, emptyPages: 0 }
    this.#stored = { ...started, ...position, lastPage: '', seen: new Uint8Array(), isComplete: false }
    this.#records = 0
    this.#bytes = 0
  }

  /**
   * Resumes an interrupted export, and cuts off what was written after its last saved position, such as half a line.
   * @returns where it stopped
   * @throws `input-invalid` if there is none or it is of another list; `disk-failed`
   */
  async resume(): Promise<SavedMark> {
    const stored = this.#resumable()
    const { bytes, records } = stored
    const partial = this.#partialSize
    // Clavis was killed after it had renamed the file.
    const isRenamed = stored.isComplete && partial === undefined && (await sizeOf(this.#path)) === bytes
    if (!isRenamed) {
      if (partial === undefined) throw nothingToResume(this.#path, this.partial)
      await this.#file.cut(records, bytes)
    }
    this.#records = records
    this.#bytes = bytes
    return stored
  }

  #resumable(): StoredDownload {
    const stored = this.#stored
    const path = this.#path
    if (stored === undefined) throw nothingToResume(path, stateOf(path))
    if (stored.profileId !== this.#basis.profileId || stored.list !== this.#basis.list)
      throw new ClavisError('input-invalid', `${path} was started with another list or profile.`, {
        hint: 'Use the same profile and list, or start a new file without --resume.',
      })
    if (stored.basis !== JSON.stringify(this.#basis.basis))
      throw new ClavisError(
        'input-invalid',
        `${path} can’t be resumed: the profile’s addresses, client ID or field for the records changed since it was started.`,
        { hint: 'Start a new file without --resume. The records loaded so far stay until then.' },
      )
    return stored
  }

  /** Notes what has been appended to {@link partial}. @param size bytes of the file */
  wrote(records: number, size: number): void {
    this.#records = records
    this.#bytes = size
  }

  /** Saves the position to resume from: after all that was written. @throws `disk-full`, `disk-failed` */
  keep({ seen, ...mark }: SavedMark): Promise<void> {
    if (mark.cursor === undefined) return Promise.resolve()
    const position = { ...mark, records: this.#records, bytes: this.#bytes }
    return Promise.resolve().then(() => this.#state.keep(position, seen))
  }

  /** Gives up the file. What can’t be resumed leaves nothing. */
  async release(): Promise<void> {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (this.#stored === undefined) await this.#state.remove()
    else this.#state.release()
  }

  /** Removes the incomplete file and its position, and gives up the file. */
  async discard(): Promise<void> {
    await rm(this.partial, { force: true }).catch(() => undefined)
    this.#stored = undefined
    await this.release()
  }

  /**
   * Renames the complete file to its final name, removes what {@link begin} kept, and gives up the file.
   * @throws `input-invalid` if the file is not what was written; then nothing is renamed; `disk-full`, `disk-failed`
   */
  async finish(): Promise<void> {
    const isRenamed = this.isComplete && (await this.#file.size()) === undefined
    if (!isRenamed) {
      await this.#file.verify(this.#records, this.#bytes)
      // If Clavis is killed from here on, the next one finds out that only the name was missing.
      this.#state.complete(this.#records, this.#bytes)
    }
    await this.#file.finish(isRenamed)
    await rm(`${stateOf(this.#path)}.old`, { force: true }).catch(() => undefined)
    this.#stored = undefined
    await this.release()
  }
}

function beingWritten(file: string, path: string): ClavisError {
  const holder = holderOf(stateOf(path))
  const who =
    holder === undefined
      ? 'another Clavis window or command'
      : `process ${holder.pid} (since ${holder.since.replace(/\.\d+Z$/u, 'Z')})`
  return new ClavisError('input-invalid', `${file} is being written by ${who}.`, {
    hint: 'Wait for it to finish, or choose another file with --out.',
    ...(holder === undefined ? {} : { details: { pid: holder.pid, since: holder.since } }),
  })
}

function nothingToResume(path: string, expected: string): ClavisError {
  return new ClavisError(
    'input-invalid',
    `There is no interrupted download of ${path} to resume: ${expected} is missing or can’t be read.`,
    {
      hint: 'Start a new file without --resume.',
    },
  )
}

function stateOf(path: string): string {
  return `${path}.resume`
}
