import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { DatasetLease, DatasetRegistry, OpenedRecords } from './loading/dataset-registry.ts'
import type { Dataset, Keeping } from './loading/dataset.ts'
import { loadBasisOf, pagesOf, type PageClient } from './loading/list-pages.ts'
import { isSameSnapshotName, notFound, type KeptSnapshot, type SnapshotFiles } from './snapshot-files.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: PageClient
  readonly datasets: DatasetRegistry
  readonly files: SnapshotFiles
  readonly now: () => number
  readonly newId: () => string
}

/** How often the progress of a loading snapshot is saved, milliseconds. */
const noteInterval = 3000

/** Saves, opens, renames and removes snapshots. */
export class SnapshotService {
  readonly #profiles: ProfileStore
  readonly #client: PageClient
  readonly #datasets: DatasetRegistry
  readonly #files: SnapshotFiles
  readonly #now: () => number
  readonly #newId: () => string
  readonly #listeners = new Set<() => void>()
  /** In `performance.now()` time. */
  #notedAt = Number.NEGATIVE_INFINITY

  constructor({ profiles, client, datasets, files, now, newId }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#datasets = datasets
    this.#files = files
    this.#now = now
    this.#newId = newId
    datasets.onProgress((summary) => void this.#note(summary))
  }

  /** Lists every snapshot, newest first. */
  async list(): Promise<Snapshot[]> {
    const kept = await this.#files.list()
    return Promise.all(
      kept.map(async ({ basis: _basis, ...snapshot }) => {
        const open = this.#opened(snapshot.id)
        if (open !== undefined) return { ...snapshot, ...progressOf(open.summary()), open: true }
        return { ...snapshot, ...(await this.#files.newerStanding(snapshot.id)), open: false }
      }),
    )
  }

  /** Returns the snapshot with this id or name, as {@link isSameSnapshotName} has it; undefined if there is none. */
  async named(idOrName: string): Promise<Snapshot | undefined> {
    const all = await this.list()
    // Earlier versions allowed names that differ only in how their letters are composed.
    const exact = all.find(({ id, name }) => id === idOrName || name === idOrName)
    return exact ?? all.find(({ name }) => isSameSnapshotName(name, idOrName))
  }

  /** Returns the snapshot with this id or name. @throws `snapshot-not-found` */
  async find(idOrName: string): Promise<Snapshot> {
    const snapshot = await this.named(idOrName)
    if (snapshot === undefined) throw notFound(idOrName)
    return snapshot
  }

  #opened(snapshotId: string): Dataset | undefined {
    return this.#datasets.all().find(({ keeping }) => keeping?.snapshot?.id === snapshotId)
  }

  /**
   * Saves a dataset under a name, so that its records outlive it. If that fails, the dataset is as before.
   * @throws `input-invalid` if it is saved already or the name is taken; `disk-full`, `disk-failed`
   */
  keep(datasetId: string, name: string): Promise<KeptSnapshot> {
    // Two calls at once could both find it unsaved, and opening another dataset could close it meanwhile.
    return this.#datasets.inTurn(() => this.#keep(datasetId, name))
  }

  /**
   * Saves the load of a watch, which its history shows.
   * @throws `profile-not-found`, `input-invalid` if the name is taken; `disk-full`, `disk-failed`
   */
  keepOfWatch(dataset: Dataset, name: string, watchId: string): Promise<KeptSnapshot> {
    return this.#datasets.inTurn(() => this.#keepDataset(dataset, name, watchId))
  }

  #keep(datasetId: string, name: string): Promise<KeptSnapshot> {
    return this.#keepDataset(this.#datasets.get(datasetId), name)
  }

  async #keepDataset(dataset: Dataset, name: string, watchId?: string): Promise<KeptSnapshot> {
    if (dataset.keeping?.snapshot !== undefined)
      throw new ClavisError('input-invalid', `Already saved as “${dataset.keeping.snapshot.name}”.`, {
        hint: 'Rename that snapshot, or reload the list to save another one.',
      })
    if (dataset.profileId === undefined || dataset.basis === undefined)
      throw new ClavisError('input-invalid', 'Differences can’t be saved as a snapshot.', {
        hint: 'Export them to a file instead.',
      })
    const { profile } = await this.#profiles.get(dataset.profileId)
    const summary = dataset.summary()
    const snapshot: KeptSnapshot = {
      id: this.#newId(),
      name: name.trim(),
      list: summary.list,
      basis: dataset.basis,
      profileId: profile.id,
      profileName: profile.name,
      environment: profile.environment,
      startedAt: summary.startedAt,
      keptAt: new Date(this.#now()).toISOString(),
      ...progressOf(summary),
      ...(watchId === undefined ? {} : { watchId }),
    }
    await dataset.store.sync()
    const release = await this.#files.adopt(dataset.file, snapshot)
    dataset.keep(this.#keeping(snapshot, release), this.#files.recordsOf(snapshot.id))
    this.#publish()
    return snapshot
  }

  /**
   * Opens a snapshot in place of its list's dataset. If it is incomplete, its load can be resumed.
   * @throws `snapshot-not-found`, `profile-not-found`, `list-file-damaged`, `input-invalid`
   */
  open(snapshotId: string): Promise<DatasetSummary> {
    return this.#datasets.inTurn(() => this.#open(snapshotId))
  }

  async #open(snapshotId: string): Promise<DatasetSummary> {
    const open = this.#opened(snapshotId)
    if (open !== undefined) return open.summary()
    const known = await this.#files.get(snapshotId)
    this.#requireNotLeased(known)
    const { profile } = await this.#profiles.get(known.profileId)
    return this.#withRecords(snapshotId, profile.recordMembers[known.list], async (records, snapshot, keeping) => {
      const { list, profileId, startedAt } = snapshot
      const restored = await records.store.restored()
      for (const { datasetId } of this.#datasets.ofList(profileId, list)) await this.#datasets.close(datasetId)
      const fetchPage = pagesOf(this.#client, profile, list, snapshot.basis)
      const basis = loadBasisOf(profile, list)
      const start = { list, records, profileId, basis, restored, startedAt, keeping, fetchPage }
      return this.#datasets.start(start).summary()
    })
  }

  /** Opens a snapshot's records and locks them until they are closed. */
  async #withRecords<T>(
    snapshotId: string,
    chosenMember: string | undefined,
    use: (records: OpenedRecords, snapshot: KeptSnapshot, keeping: Keeping) => Promise<T>,
  ): Promise<T> {
    const { snapshot, release } = await this.#files.take(snapshotId)
    const records = this.#datasets.openRecords(this.#files.recordsOf(snapshotId), snapshot.list, chosenMember)
    try {
      return await use(records, snapshot, this.#keeping(snapshot, release))
    } catch (error) {
      await records.store.close()
      await release()
      throw error
    }
  }

  /** @throws `snapshot-not-found`, `input-invalid` if the name is taken */
  rename(snapshotId: string, name: string): Promise<void> {
    // In turn, so that a snapshot that is being opened shows its new name.
    return this.#datasets.inTurn(async () => {
      const snapshot = await this.#files.rename(snapshotId, name)
      const dataset = this.#datasets.ofSnapshot(snapshotId)
      if (dataset?.keeping !== undefined) dataset.keep(this.#keeping(snapshot, dataset.keeping.release))
      this.#publish()
    })
  }

  /**
   * Removes a snapshot. If it is open, its dataset stays until it is closed.
   * @throws `snapshot-not-found`, `input-invalid`
   */
  remove(snapshotId: string): Promise<void> {
    // In turn: if it were opened or closed meanwhile, its lock and file would be mistaken for another's.
    return this.#datasets.inTurn(async () => {
      const dataset = this.#opened(snapshotId)
      if (dataset?.keeping === undefined) await this.#removeClosed(snapshotId)
      else {
        const { release } = dataset.keeping
        const file = await this.#datasets.temporaryFile(dataset.datasetId)
        await this.#files.remove(snapshotId, file)
        dataset.keep(undefined, file)
        await release()
      }
      this.#publish()
    })
  }

  /**
   * Removes the snapshots of a watch, as far as they are not in use.
   * @param keeps what stays: the newest ones that were loaded since a moment, and some by their ids, whatever the clock said
   */
  async removeOfWatch(
    watchId: string,
    keeps?: { readonly loads: number; readonly since: string; readonly ids: readonly (string | undefined)[] },
  ): Promise<void> {
    const own = (await this.#files.list())
      .filter((snapshot) => snapshot.watchId === watchId)
      .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
    for (const [place, { id, startedAt }] of own.entries()) {
      const isKept = keeps !== undefined && place < keeps.loads && startedAt >= keeps.since
      if (isKept || keeps?.ids.includes(id) === true) continue
      await this.remove(id).catch((error: unknown) => {
        if (!(error instanceof ClavisError && ['input-invalid', 'snapshot-not-found'].includes(error.code))) throw error
      })
    }
  }

  /** Removes the snapshots of a profile. @throws `input-invalid` if one is being compared or exported */
  async removeOf(profileId: string): Promise<void> {
    for (const snapshot of await this.#files.list())
      if (snapshot.profileId === profileId) await this.remove(snapshot.id)
  }

  async #removeClosed(snapshotId: string): Promise<void> {
    this.#requireNotLeased(await this.#files.get(snapshotId))
    const { release } = await this.#files.take(snapshotId)
    try {
      await this.#files.remove(snapshotId)
    } finally {
      await release()
    }
  }

  /** Leases a snapshot's dataset, open or not. @throws `snapshot-not-found`, `input-invalid` */
  lease(snapshotId: string): Promise<DatasetLease> {
    // In turn: the lock of one that is being opened would be mistaken for another process's.
    return this.#datasets.inTurn(async () => {
      const dataset = this.#datasets.ofSnapshot(snapshotId)
      if (dataset !== undefined) return this.#datasets.lease(dataset)
      return this.#withRecords(snapshotId, undefined, (records, { list, profileId, basis }, keeping) =>
        this.#datasets.leaseClosed({ list, records, profileId, basis, keeping }),
      )
    })
  }

  /** @throws `input-invalid` if it is leased although it is not open */
  #requireNotLeased({ id, name }: KeptSnapshot): void {
    if (this.#datasets.ofSnapshot(id) !== undefined)
      throw new ClavisError('input-invalid', `“${name}” is being compared or exported.`, {
        hint: 'Wait until that is done, or cancel it, and try again.',
      })
  }

  /** Calls a listener when a snapshot is added, removed or changed. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #publish(): void {
    for (const listener of this.#listeners) listener()
  }

  #keeping(snapshot: KeptSnapshot, release: () => Promise<void>): Keeping {
    const onClosed = async (summary: DatasetSummary): Promise<void> => {
      await this.#write(snapshot.id, summary)
      await release()
    }
    return { snapshot: { id: snapshot.id, name: snapshot.name }, release, onClosed }
  }

  /** Saves how far a snapshot is loaded: at once when its load stops, else at intervals. */
  async #note(summary: DatasetSummary): Promise<void> {
    const { snapshot, state } = summary
    if (snapshot === undefined) return
    if (state.kind === 'loading' && performance.now() - this.#notedAt < noteInterval) return
    this.#notedAt = performance.now()
    await this.#write(snapshot.id, summary)
  }

  /** Writes the state to the description, which is only displayed: on opening it is derived from the records. */
  async #write(snapshotId: string, summary: DatasetSummary): Promise<void> {
    await this.#files.change(snapshotId, progressOf(summary)).catch(() => undefined)
  }
}

function progressOf({ pages, records, state }: DatasetSummary): Pick<Snapshot, 'pages' | 'records' | 'complete'> {
  return { pages, records, complete: state.kind === 'complete' }
}
