import { ClavisError } from '../../../shared/model/error.ts'
import type { RunSummary } from '../../../shared/model/list.ts'
import type { Snapshot } from '../../../shared/model/snapshot.ts'
import type { ProfileStore } from '../../profiles/profile-store.ts'
import { borrowedRun, type BorrowedReading } from '../loading/dataset-lease.ts'
import { basisOf, pagesOf, type PageClient } from '../loading/list-pages.ts'
import type { KeptRun, OpenRun, OpenRuns } from '../loading/dataset-registry.ts'
import { LentReadings } from './lent-readings.ts'
import { restoredStanding } from '../loading/restore-progress.ts'
import type { KeptSnapshot, SnapshotFiles } from './snapshot-files.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: PageClient
  readonly runs: OpenRuns
  readonly files: SnapshotFiles
  readonly now: () => number
  readonly newId: () => string
}

/** How often what is known of a kept reading is written down while it goes on, milliseconds. */
const notedEvery = 3000

/** The readings that the person kept under a name. */
export class SnapshotService {
  readonly #profiles: ProfileStore
  readonly #client: PageClient
  readonly #runs: OpenRuns
  readonly #files: SnapshotFiles
  readonly #now: () => number
  readonly #newId: () => string
  readonly #lent = new LentReadings()
  readonly #listeners = new Set<() => void>()
  /** By `performance.now()`. */
  #notedAt = Number.NEGATIVE_INFINITY

  constructor({ profiles, client, runs, files, now, newId }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#runs = runs
    this.#files = files
    this.#now = now
    this.#newId = newId
    runs.onProgress((summary) => void this.#note(summary))
  }

  /** Every reading that is kept, the newest first. */
  async list(): Promise<Snapshot[]> {
    const kept = await this.#files.list()
    return Promise.all(
      kept.map(async ({ basis: _basis, ...snapshot }) => {
        const run = this.openRun(snapshot.id)?.run.summary()
        if (run !== undefined) return { ...snapshot, ...standingOf(run), open: true }
        return { ...snapshot, ...(await this.#files.newerStanding(snapshot.id)), open: false }
      }),
    )
  }

  /** The snapshot of this id or exact name. @throws `snapshot-not-found` */
  find(idOrName: string): Promise<KeptSnapshot> {
    return this.#files.find(idOrName)
  }

  /** The run that a snapshot is open as; undefined where it is not open here. */
  openRun(snapshotId: string): OpenRun | undefined {
    return this.#runs.all().find(({ kept }) => kept?.snapshot.id === snapshotId)
  }

  /** The run that a snapshot is open as, or was, where others still look through it. */
  #heldRun(snapshotId: string): OpenRun | undefined {
    return this.openRun(snapshotId) ?? this.#runs.lent().find(({ kept }) => kept?.snapshot.id === snapshotId)
  }

  /**
   * Keeps a run under a name: from now on its records outlive it. Where that fails, the run is as it was.
   * @throws `input-invalid` where it is kept already or the name is taken; `disk-full`, `disk-failed`
   */
  keep(runId: string, name: string): Promise<KeptSnapshot> {
    // Two at once could both find it not kept yet, and opening another one could close it meanwhile.
    return this.#runs.inTurn(() => this.#keep(runId, name))
  }

  async #keep(runId: string, name: string): Promise<KeptSnapshot> {
    const open = this.#runs.get(runId)
    if (open.kept !== undefined)
      throw new ClavisError('input-invalid', `This reading is kept as “${open.kept.snapshot.name}” already.`, {
        hint: 'Rename that snapshot, or read the list again for another one.',
      })
    if (open.profileId === undefined)
      throw new ClavisError('input-invalid', 'Differences are of two readings and cannot be kept as one.', {
        hint: 'Save them to a file instead.',
      })
    const { profile } = await this.#profiles.get(open.profileId)
    const summary = open.run.summary()
    const snapshot: KeptSnapshot = {
      ...{ id: this.#newId(), name: name.trim(), list: summary.list, basis: open.basis },
      ...{ profileId: profile.id, profileName: profile.name, environment: profile.environment },
      ...{ startedAt: summary.startedAt, keptAt: new Date(this.#now()).toISOString() },
      ...standingOf(summary),
    }
    await open.run.store.sync()
    const release = await this.#files.adopt(open.file, snapshot)
    open.file = this.#files.recordsOf(snapshot.id)
    open.kept = this.#kept(snapshot, release)
    open.run.keepAs({ id: snapshot.id, name: snapshot.name })
    this.#tell()
    return snapshot
  }

  /**
   * Opens a kept reading in the place of the one of its profile and list that is open. Where it is not complete it can be
   * gone on with.
   * @throws `snapshot-not-found`, `profile-not-found`, `list-file-damaged`, `input-invalid`
   */
  open(snapshotId: string): Promise<RunSummary> {
    return this.#runs.inTurn(() => this.#open(snapshotId))
  }

  async #open(snapshotId: string): Promise<RunSummary> {
    const open = this.openRun(snapshotId)
    if (open !== undefined) return open.run.summary()
    const known = await this.#files.get(snapshotId)
    this.#requireNotLent(known)
    const { profile } = await this.#profiles.get(known.profileId)
    const { snapshot, release } = await this.#files.take(snapshotId)
    const { list, profileId, startedAt, name } = snapshot
    const records = this.#runs.openRecords(this.#files.recordsOf(snapshotId), list, profile.recordMembers[list])
    try {
      const restored = await records.store.restored()
      for (const { run } of this.#runs.ofList(profileId, list)) await this.#runs.close(run.runId)
      const basis = basisOf(profile, list)
      const { run } = this.#runs.start({
        ...{ list, records, profileId, basis, restored, startedAt },
        kept: this.#kept(snapshot, release),
        fetchPage: pagesOf(this.#client, profile, list, snapshot.basis),
      })
      run.keepAs({ id: snapshotId, name })
      return run.summary()
    } catch (error) {
      await records.store.close()
      await release()
      throw error
    }
  }

  /** @throws `snapshot-not-found`, `input-invalid` where the name is taken */
  rename(snapshotId: string, name: string): Promise<void> {
    // One that is just being opened would be shown under the name that it had.
    return this.#runs.inTurn(async () => {
      const snapshot = await this.#files.rename(snapshotId, name)
      const open = this.#heldRun(snapshotId)
      if (open?.kept !== undefined) {
        open.kept = this.#kept(snapshot, open.kept.release)
        open.run.keepAs({ id: snapshotId, name: snapshot.name })
      }
      this.#tell()
    })
  }

  /** Removes a snapshot. A reading that is open stays until it is closed. @throws `snapshot-not-found`, `input-invalid` */
  remove(snapshotId: string): Promise<void> {
    // Meanwhile it is neither opened nor closed, whose lock and file would be taken for other ones.
    return this.#runs.inTurn(async () => {
      const open = this.openRun(snapshotId)
      if (open?.kept === undefined) await this.#removeClosed(snapshotId)
      else {
        const { release } = open.kept
        const file = await this.#runs.temporaryFile(open.run.runId)
        await this.#files.remove(snapshotId, file)
        open.kept = undefined
        open.file = file
        await release()
        open.run.keepAs(undefined)
      }
      this.#tell()
    })
  }

  async #removeClosed(snapshotId: string): Promise<void> {
    this.#requireNotLent(await this.#files.get(snapshotId))
    const { release } = await this.#files.take(snapshotId)
    try {
      await this.#files.remove(snapshotId)
    } finally {
      await release()
    }
  }

  /** A kept reading to look through: where it is not open, for the time being. @throws `snapshot-not-found`, `input-invalid` */
  borrow(snapshotId: string): Promise<BorrowedReading> {
    // One that is just being opened has its lock already, which would be taken for another Clavis's.
    return this.#runs.inTurn(async () => {
      const open = this.#heldRun(snapshotId)
      return open === undefined
        ? this.#lent.borrow(snapshotId, () => this.#openToLend(snapshotId))
        : borrowedRun(this.#runs, open)
    })
  }

  async #openToLend(snapshotId: string): Promise<BorrowedReading> {
    const { snapshot, release: unlock } = await this.#files.take(snapshotId)
    const { list } = snapshot
    const { store } = this.#runs.openRecords(this.#files.recordsOf(snapshotId), list, undefined)
    const release = async (): Promise<void> => {
      await store.close()
      await unlock()
    }
    try {
      const isComplete = restoredStanding(await store.restored()).state.kind === 'complete'
      return { store, isComplete: () => isComplete, list, release }
    } catch (error) {
      await release()
      throw error
    }
  }

  /** @throws `input-invalid` where others look through it, although it is not open */
  #requireNotLent({ id, name }: KeptSnapshot): void {
    if (this.#lent.has(id) || this.#heldRun(id) !== undefined)
      throw new ClavisError('input-invalid', `“${name}” is just being compared or saved.`, {
        hint: 'Wait until that has ended, or cancel it, and try again.',
      })
  }

  /** Told when a snapshot came, went, or changed. Answers the unsubscribe. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A run that is kept as this snapshot, from which others are kept away until it is released. */
  #kept(snapshot: KeptSnapshot, release: () => Promise<void>): KeptRun {
    const onClosed = async (summary: RunSummary): Promise<void> => {
      await this.#write(snapshot.id, summary)
      await release()
    }
    return { snapshot, release, onClosed }
  }

  /** Notes how a kept reading stands: at once where it comes to rest, else now and then. */
  async #note(summary: RunSummary): Promise<void> {
    const open = this.#runs.find(summary.runId)
    if (open?.kept === undefined) return
    if (summary.state.kind === 'loading' && performance.now() - this.#notedAt < notedEvery) return
    this.#notedAt = performance.now()
    await this.#write(open.kept.snapshot.id, summary)
  }

  /** What a snapshot says of itself is only shown: its records tell when it is opened. */
  async #write(snapshotId: string, summary: RunSummary): Promise<void> {
    await this.#files.change(snapshotId, standingOf(summary)).catch(() => undefined)
  }
}

function standingOf({ pages, records, state }: RunSummary): Pick<Snapshot, 'pages' | 'records' | 'complete'> {
  return { pages, records, complete: state.kind === 'complete' }
}
