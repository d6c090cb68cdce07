import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { lengthOf } from '#shared/watches/watch-schedule.ts'
import type { Watch, WatchCost, WatchedPlace, WatchLoad, WatchNotice, WatchSettings } from '#shared/watches/watch.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import type { DatasetRegistry } from '../lists/loading/dataset-registry.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import type { ListViews } from '../lists/views/list-views.ts'
import { watchQuestion } from '../profiles/guards/confirmation-messages.ts'
import { changedElsewhere } from '../profiles/store/profile-lookup.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Database } from '../store/database.ts'
import { dueAt } from './watch-schedule.ts'
import { type StoredWatch, watchRemoved, WatchRows } from './watch-store.ts'

/** Loads whose counts are charted. */
const maxCounts = 60

export interface WatchStores {
  readonly database: Database
  readonly profiles: Pick<ProfileStore, 'get' | 'list'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly listViews: Pick<ListViews, 'read' | 'all'>
  readonly snapshots: Pick<SnapshotService, 'list' | 'removeOfWatch'>
  readonly datasets: Pick<DatasetRegistry, 'loaded'>
  readonly now: () => number
  readonly newId: () => string
}

/** Stores which lists are watched, and shows their histories and warnings. {@link WatchRunner} loads them. */
export class WatchService {
  readonly #stores: WatchStores
  readonly #changes = new Listeners()
  #unsubscribe: (() => void) | undefined
  #known: string | undefined

  constructor(stores: WatchStores) {
    this.#stores = stores
  }

  /** Lists the watches of all profiles, by profile and name. @param isLoading tells which are being loaded in this process */
  async list(isLoading: (watchId: string) => boolean): Promise<Watch[]> {
    const { settings, snapshots, listViews, now } = this.#stores
    const stored = await this.#read((rows) =>
      rows.all().map((watch) => ({ watch, loads: rows.loads(watch.id, maxCounts) })),
    )
    if (stored.length === 0) return []
    const [kept, views, { dates }] = await Promise.all([snapshots.list(), listViews.all(), settings.read()])
    const { timeZone } = dateTextOf(dates)
    return stored
      .map(({ watch, loads }): Watch => {
        const { id, profileId, list, viewId, isOn, paused, snooze } = watch
        const own = kept.filter(({ watchId }) => watchId === id)
        const lastLoad = loads[0] && withKept(loads[0], own)
        return {
          id,
          profileId,
          list,
          viewId,
          viewName: views.find(({ view }) => view.id === viewId)?.view.name,
          settings: watch.settings,
          isOn,
          isLoading: isLoading(id),
          ...(isOn ? { nextAt: new Date(dueAt(watch, now(), timeZone)).toISOString() } : {}),
          paused,
          ...(snooze !== undefined && Date.parse(snooze.until) > now() ? { snooze } : {}),
          lastLoad,
          counts: loads
            .flatMap((load) => (load.kind === 'loaded' ? [{ at: load.at, matching: load.matching }] : []))
            .toReversed(),
          kept: { loads: own.length, size: own.reduce((sum, { size }) => sum + size, 0) },
        }
      })
      .toSorted(
        (one, other) =>
          compareText(one.profileId, other.profileId) || compareText(one.viewName ?? '', other.viewName ?? ''),
      )
  }

  /** Returns the loads of a watch, newest first. @throws `input-invalid` */
  async history(profileId: string, watchId: string): Promise<WatchLoad[]> {
    await this.find(profileId, watchId)
    const loads = await this.#read((rows) => rows.loads(watchId))
    const kept = (await this.#stores.snapshots.list()).filter((snapshot) => snapshot.watchId === watchId)
    return loads.map((load) => withKept(load, kept))
  }

  /** Returns the warnings that were not dismissed, newest first. */
  notices(): Promise<WatchNotice[]> {
    return this.#read((rows) => rows.notices())
  }

  /** Returns the warnings that no desktop has shown, newest first, and marks them as shown. */
  async takeUnshown(): Promise<WatchNotice[]> {
    if ((await this.#read((rows) => rows.notices(true))).length === 0) return []
    return this.#change((rows) => {
      const notices = rows.notices(true)
      rows.markShown()
      return notices
    })
  }

  /** Returns what the last complete load of a list took; undefined if there was none. */
  async cost(profileId: string, list: ListName): Promise<WatchCost | undefined> {
    const { snapshots, datasets } = this.#stores
    const saved = (await snapshots.list()).filter(({ complete }) => complete)
    const loaded = datasets.loaded().filter(({ state }) => state.kind === 'complete')
    const [last] = [...saved, ...loaded]
      .filter((each) => each.profileId === profileId && each.list === list)
      .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
    return last && { pages: last.pages, records: last.records, at: last.startedAt }
  }

  /** Returns a profile's watch. @throws `input-invalid` if it was removed */
  async find(profileId: string, watchId: string): Promise<StoredWatch> {
    const watch = await this.#read((rows) => rows.get(watchId))
    if (watch.profileId !== profileId) throw watchRemoved()
    return watch
  }

  /** Returns all watches, or those of some profiles. */
  all(): Promise<StoredWatch[]> {
    return this.#read((rows) => rows.all())
  }

  /**
   * Watches a saved view or a list, or changes its watch and switches it on.
   * @param confirm asks before a Production profile is called more often than a person agreed to
   * @returns the watch's id
   * @throws `profile-not-found`, `input-invalid` if the view was removed or a condition occurs twice; what `confirm` throws
   */
  async set(place: WatchedPlace, settings: WatchSettings, confirm: Confirm = refuseConfirmation): Promise<string> {
    const kinds = settings.conditions.map(({ kind }) => kind)
    if (new Set(kinds).size < kinds.length)
      throw new ClavisError('input-invalid', 'A watch has at most one condition of each kind.')
    const { profile } = await this.#stores.profiles.get(place.profileId)
    const known = (await this.all()).find((watch) => isOfPlace(watch, place))
    const isOften =
      known?.agreedAt === undefined || !known.isOn || lengthOf(settings.schedule) < lengthOf(known.settings.schedule)
    if (isOften) await confirmInProduction(profile, confirm, watchQuestion(profile, place.list, settings.schedule))
    const at = this.#instant()
    const { newId } = this.#stores
    return this.#change((rows) => {
      const before = rows.all().find((watch) => isOfPlace(watch, place))
      const watch: StoredWatch = {
        ...(before ?? { id: newId(), ...place, createdAt: at, durations: [], warned: [] }),
        settings,
        isOn: true,
        ...(profile.environment === 'production' && isOften && { agreedAt: at }),
        // With another bound, a condition may be met again.
        ...(!isDeepStrictEqual(before?.settings.conditions, settings.conditions) && { warned: [] }),
      }
      rows.write(watch)
      if (rows.find(watch.id) === undefined)
        throw new ClavisError('input-invalid', 'The profile or the view was removed.', { hint: 'Watch another view.' })
      return watch.id
    })
  }

  /**
   * Switches a watch on or off.
   * @param confirm asks before one of Production is switched on
   * @throws `input-invalid` if it was removed; what `confirm` throws
   */
  async switch(
    profileId: string,
    watchId: string,
    isOn: boolean,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const { list, settings } = await this.find(profileId, watchId)
    const { profile } = await this.#stores.profiles.get(profileId)
    if (isOn) await confirmInProduction(profile, confirm, watchQuestion(profile, list, settings.schedule))
    await this.change(watchId, ({ paused: _paused, ...watch }) => {
      // The question named this schedule.
      if (isOn && !isDeepStrictEqual(watch.settings.schedule, settings.schedule)) throw changedElsewhere()
      return { ...watch, isOn, ...(isOn && profile.environment === 'production' && { agreedAt: this.#instant() }) }
    })
  }

  /** Removes a watch with its history and the records of its loads. @throws `input-invalid` if it was removed */
  async remove(profileId: string, watchId: string): Promise<void> {
    await this.find(profileId, watchId)
    await this.#change((rows) => rows.remove(watchId))
    await this.#stores.snapshots.removeOfWatch(watchId)
  }

  /** Pauses a watch's warnings until a moment; undefined resumes them. @throws `input-invalid` if it is in the past */
  async snooze(profileId: string, watchId: string, until: string | undefined): Promise<void> {
    await this.find(profileId, watchId)
    if (until !== undefined && Date.parse(until) <= this.#stores.now())
      throw new ClavisError('input-invalid', 'The date is in the past.', { hint: 'Choose a date in the future.' })
    await this.#change((rows) => {
      const { snooze: _snooze, ...watch } = rows.get(watchId)
      rows.write(
        until === undefined
          ? watch
          : { ...watch, snooze: { since: this.#instant(), until: new Date(until).toISOString() } },
      )
      if (until !== undefined) rows.dismiss(watchId)
    })
  }

  /** Dismisses the warnings of a watch. */
  async dismiss(profileId: string, watchId: string): Promise<void> {
    await this.find(profileId, watchId)
    await this.#change((rows) => rows.dismiss(watchId))
  }

  /** Changes what is stored of a watch. @throws `input-invalid` if it was removed */
  change(watchId: string, change: (watch: StoredWatch) => StoredWatch): Promise<void> {
    return this.#change((rows) => rows.write(change(rows.get(watchId))))
  }

  /** Calls a listener when a watch, its history or its warnings change, in this or another process. */
  onChange(listener: () => void): () => void {
    const unsubscribe = this.#changes.add(listener)
    this.#unsubscribe ??= this.#stores.database.onChange(() => this.notify())
    this.notify()
    return unsubscribe
  }

  /** Calls the listeners if something changed since they were called last. @param isSure calls them anyway */
  notify(isSure = false): void {
    // The next call fails with the same error, and is the one to report it.
    void this.#report(isSure).catch(() => undefined)
  }

  end(): void {
    this.#changes.clear()
    this.#unsubscribe?.()
  }

  async #report(isSure: boolean): Promise<void> {
    if (this.#changes.isEmpty) return
    const now = await this.#read((rows) => rows.version())
    const isChanged = this.#known !== undefined && this.#known !== now
    this.#known = now
    if (isChanged || isSure) this.#changes.notify()
  }

  #read<T>(work: (rows: WatchRows) => T): Promise<T> {
    return this.#stores.database.read((sql) => work(this.#rows(sql)))
  }

  #change<T>(work: (rows: WatchRows) => T): Promise<T> {
    return this.#stores.database.change(({ sql, onCommit }) => {
      onCommit(() => this.notify())
      return work(this.#rows(sql))
    })
  }

  #rows(sql: DatabaseSync): WatchRows {
    return new WatchRows(sql, this.#stores.database.path)
  }

  #instant(): string {
    return new Date(this.#stores.now()).toISOString()
  }
}

function isOfPlace(watch: WatchedPlace, { profileId, list, viewId }: WatchedPlace): boolean {
  return watch.profileId === profileId && watch.list === list && watch.viewId === viewId
}

/** Leaves out the snapshots that are no longer kept. */
function withKept(load: WatchLoad, kept: readonly { readonly id: string }[]): WatchLoad {
  if (load.kind === 'failed') return load
  const { snapshotId, beforeId, ...rest } = load
  const [own, before] = [snapshotId, beforeId].map((id) => kept.find((each) => each.id === id)?.id)
  return { ...rest, snapshotId: own, beforeId: before }
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
