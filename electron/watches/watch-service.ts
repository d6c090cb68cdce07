import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { conditionWords } from '#shared/watches/watch-messages.ts'
import type {
  Watch,
  WatchCondition,
  WatchCost,
  WatchedPlace,
  WatchLoad,
  WatchNotice,
  WatchSettings,
} from '#shared/watches/watch.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import type { DatasetRegistry } from '../lists/loading/dataset-registry.ts'
import { loadBasisOf } from '../lists/loading/list-pages.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import type { ListViews } from '../lists/views/list-views.ts'
import { watchQuestion, watchSilenceQuestion } from '../profiles/guards/confirmation-messages.ts'
import { changedElsewhere } from '../profiles/store/profile-lookup.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Database, Transaction } from '../store/database.ts'
import { dueAt } from './watch-schedule.ts'
import { type StoredWatch, watchRemoved, WatchRows } from './watch-store.ts'

/** The longest time for which warnings are snoozed, milliseconds. */
const maxSnoozeMs = 90 * dayMs

/** Loads whose counts are charted. */
const maxCounts = 60

const byName = new Intl.Collator('en', { numeric: true })

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
          one.profileId.localeCompare(other.profileId) || byName.compare(one.viewName ?? '', other.viewName ?? ''),
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
   * @param confirm asks before a Production profile is loaded otherwise than a person agreed to, or loses a warning
   * @returns the watch's id
   * @throws `profile-not-found`, `input-invalid` if the view was removed or a condition occurs twice;
   *   `profile-changed-elsewhere`; what `confirm` throws
   */
  async set(place: WatchedPlace, settings: WatchSettings, confirm: Confirm = refuseConfirmation): Promise<string> {
    const kinds = settings.conditions.map(({ kind }) => kind)
    if (new Set(kinds).size < kinds.length)
      throw new ClavisError('input-invalid', 'A watch has at most one condition of each kind.')
    const { profiles, listViews, newId } = this.#stores
    const { profile } = await profiles.get(place.profileId)
    const { saved } = await listViews.read(place.profileId)
    if (place.viewId !== undefined && !saved.some(({ id, list }) => id === place.viewId && list === place.list))
      throw new ClavisError('input-invalid', 'This view was removed.', { hint: 'Watch another view.' })
    const known = (await this.all()).find((watch) => isOfPlace(watch, place))
    const basis = loadBasisOf(profile, place.list)
    const isAgreed =
      known?.isOn === true &&
      isDeepStrictEqual(known.agreed?.basis, basis) &&
      isDeepStrictEqual(known.settings.schedule, settings.schedule)
    if (!isAgreed) await confirmInProduction(profile, confirm, watchQuestion(profile, place.list, settings.schedule))
    const lost = (known?.settings.conditions ?? []).filter((condition) => !hasCondition(settings, condition))
    if (lost.length > 0) await confirmInProduction(profile, confirm, watchSilenceQuestion(profile, lost.map(lostWords)))
    const at = this.#instant()
    return this.#change(async (rows, within) => {
      const before = rows.all().find((watch) => isOfPlace(watch, place))
      const now = (await profiles.get(place.profileId, within)).profile
      const isAsked = isDeepStrictEqual([before?.settings, before?.isOn], [known?.settings, known?.isOn])
      if (
        !isAsked ||
        now.environment !== profile.environment ||
        !isDeepStrictEqual(loadBasisOf(now, place.list), basis)
      )
        throw changedElsewhere()
      const watch: StoredWatch = {
        ...(before ?? { id: newId(), ...place, createdAt: at, durations: [], warned: [] }),
        settings,
        isOn: true,
        ...(profile.environment === 'production' && !isAgreed && { agreed: { at, basis } }),
        // With another bound, a condition may be met again.
        warned: (before?.warned ?? []).filter((kind) =>
          (before?.settings.conditions ?? []).some((each) => each.kind === kind && hasCondition(settings, each)),
        ),
      }
      rows.write(watch)
      return watch.id
    })
  }

  /**
   * Switches a watch on or off.
   * @param confirm asks before one of Production is switched
   * @throws `input-invalid` if it was removed; `profile-changed-elsewhere`; what `confirm` throws
   */
  async switch(
    profileId: string,
    watchId: string,
    isOn: boolean,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const { list, settings } = await this.find(profileId, watchId)
    const { profiles } = this.#stores
    const { profile } = await profiles.get(profileId)
    const basis = loadBasisOf(profile, list)
    const question = isOn
      ? watchQuestion(profile, list, settings.schedule)
      : watchSilenceQuestion(profile, ['It is switched off: nothing is loaded.'])
    await confirmInProduction(profile, confirm, question)
    await this.#change(async (rows, within) => {
      const { paused: _paused, ...watch } = rows.get(watchId)
      const now = (await profiles.get(profileId, within)).profile
      // The question named this schedule.
      const isAsked = isDeepStrictEqual([watch.settings.schedule, loadBasisOf(now, list)], [settings.schedule, basis])
      if (now.environment !== profile.environment || (isOn && !isAsked)) throw changedElsewhere()
      const isAgreed = isOn && now.environment === 'production'
      rows.write({ ...watch, isOn, ...(isAgreed && { agreed: { at: this.#instant(), basis } }) })
    })
  }

  /**
   * Removes a watch with its history and the records of its loads.
   * @throws `input-invalid` if it was removed; what `confirm` throws for one of Production
   */
  async remove(profileId: string, watchId: string, confirm: Confirm = refuseConfirmation): Promise<void> {
    await this.find(profileId, watchId)
    const { profile } = await this.#stores.profiles.get(profileId)
    const lines = ['It is removed with its history and the records of its loads.']
    await confirmInProduction(profile, confirm, watchSilenceQuestion(profile, lines))
    await this.#change((rows) => rows.remove(watchId))
    await this.removeOrphans()
  }

  /** Removes the records of watches that are gone, also with their view or profile, as far as they are not in use. */
  async removeOrphans(): Promise<void> {
    const { snapshots } = this.#stores
    const known = new Set((await this.all()).map(({ id }) => id))
    const gone = (await snapshots.list()).flatMap(({ watchId }) =>
      watchId === undefined || known.has(watchId) ? [] : watchId,
    )
    for (const watchId of new Set(gone)) await snapshots.removeOfWatch(watchId)
  }

  /**
   * Pauses a watch's warnings until a moment; undefined resumes them.
   * @param confirm asks before those of Production are paused
   * @throws `input-invalid` if it is in the past or too late; what `confirm` throws
   */
  async snooze(
    profileId: string,
    watchId: string,
    until: string | undefined,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    await this.find(profileId, watchId)
    const now = this.#stores.now()
    if (until !== undefined && (Date.parse(until) <= now || Date.parse(until) > now + maxSnoozeMs))
      throw new ClavisError('input-invalid', 'The date is in the past or too late.', {
        hint: `Choose a date within ${maxSnoozeMs / dayMs} days.`,
      })
    const { profile } = await this.#stores.profiles.get(profileId)
    if (until !== undefined) {
      const lines = [`Warnings: snoozed until ${until.slice(0, 10)}`]
      await confirmInProduction(profile, confirm, watchSilenceQuestion(profile, lines))
    }
    await this.#change((rows) => {
      const { snooze: _snooze, ...watch } = rows.get(watchId)
      const snooze = until && { since: this.#instant(), until: new Date(until).toISOString() }
      rows.write(snooze === undefined || snooze === '' ? watch : { ...watch, snooze })
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

  #change<T>(work: (rows: WatchRows, within: Transaction) => T | Promise<T>): Promise<T> {
    return this.#stores.database.change((within) => {
      within.onCommit(() => this.notify())
      return work(this.#rows(within.sql), within)
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

function hasCondition({ conditions }: WatchSettings, condition: WatchCondition): boolean {
  return conditions.some((each) => isDeepStrictEqual(each, condition))
}

function lostWords(condition: WatchCondition): string {
  return `No warning: ${conditionWords(condition)}`
}

/** Leaves out the snapshots that are no longer kept. */
function withKept(load: WatchLoad, kept: readonly { readonly id: string }[]): WatchLoad {
  if (load.kind === 'failed') return load
  const { snapshotId, beforeId, ...rest } = load
  const [own, before] = [snapshotId, beforeId].map((id) => kept.find((each) => each.id === id)?.id)
  return { ...rest, snapshotId: own, beforeId: before }
}
