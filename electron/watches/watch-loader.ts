import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ClavisError, type ErrorCode, type ErrorValue } from '#shared/errors.ts'
import { isReadOnly, productionReadOnly, type ProductionAccess } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { warningOf, watchTitle } from '#shared/watches/watch-messages.ts'
import type { WatchLoad } from '#shared/watches/watch.ts'
import type { Confirm } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import type { WebhookBody } from '../expiry/notice-store.ts'
import type { Outbox } from '../expiry/warning-outbox.ts'
import { inSlackFormat } from '../expiry/webhook.ts'
import { loadBasisOf } from '../lists/loading/list-pages.ts'
import { inCallOf, outsideCalls } from '../profiles/guards/host-guard.ts'
import { changedElsewhere } from '../profiles/store/profile-lookup.ts'
import type { Transaction } from '../store/database.ts'
import { HeldFile } from '../store/held-file.ts'
import { decide } from './watch-conditions.ts'
import { dueAt } from './watch-schedule.ts'
import type { WatchService, WatchStores } from './watch-service.ts'
import { type StoredWatch, WatchRows } from './watch-store.ts'
import { loadWatched, type LoadedWatch, type LoadServices } from './watched-load.ts'

export interface LoaderOptions extends Omit<WatchStores, 'newId' | 'snapshots'>, LoadServices {
  readonly snapshots: WatchStores['snapshots'] & LoadServices['snapshots']
  readonly watches: WatchService
  readonly outbox: Outbox
  readonly productionAccess: ProductionAccess
  /** Has the files that keep two processes from loading one watch, or lists of one service, at once. */
  readonly folder: string
  readonly onFault: (fault: unknown) => void
}

/** What a person has to do something about, or what is over by itself: the watch waits for that instead of failing each time. */
const pausing: readonly ErrorCode[] = [
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-entry-missing',
  'no-active-credential',
  'no-certificate',
  'no-client-secret',
  'certificate-expired',
  'certificate-not-yet-valid',
  'network-unreachable',
  'network-name-not-found',
  'host-not-agreed',
  'not-confirmed',
  'production-read-only',
  'practice-not-running',
]

/** Why a load is stopped: a person did, and it is not due before its next time. */
export const stoppedByPerson = 'stopped'

/** How a watch is loaded. */
export interface HowToLoad {
  /** Whether it is loaded only if it is due. Then nobody is asked anything. */
  readonly isDue: boolean
  /** Asks about new hosts in the window that loads it. */
  readonly confirm: Confirm
  /** The profile, as a person agreed to a load that is not due. */
  readonly confirmed?: Profile
  readonly signal: AbortSignal
}

/** Loads a watch, and records what changed and which warnings are due. */
export class WatchLoader {
  readonly #options: LoaderOptions
  readonly #outcomes = new Listeners<[of: LoadedWatch, outcome: WatchLoad | { kind: 'paused'; error: ErrorValue }]>()
  /** Reports each load that this process recorded, and what pauses a watch when that begins. */
  readonly onOutcome = this.#outcomes.add

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /**
   * Loads a watch, unless another process is loading it.
   * @returns `in-use` if it, or another list of its service, is being loaded; undefined if it is no longer due or was stopped
   * @throws what pauses it, unless it was due; `store-…`, `disk-…` if the load can't be recorded
   */
  async load(watchId: string, how: HowToLoad): Promise<WatchLoad | 'in-use' | undefined> {
    const { watches } = this.#options
    const locks: HeldFile[] = []
    let isShown = false
    try {
      const watch = await this.#watch(watchId)
      if (watch === undefined) return undefined
      for (const name of [watchId, serviceOf(watch)]) {
        const lock = await this.#lock(name)
        if (lock === undefined) return 'in-use'
        locks.push(lock)
      }
      // Another process may have loaded it meanwhile.
      const current = await this.#watch(watchId)
      if (current === undefined || how.signal.aborted || (how.isDue && !(await this.#isDue(current.watch))))
        return undefined
      isShown = true
      watches.notify(true)
      const work = (): Promise<WatchLoad | undefined> => this.#loadNow(current, how)
      const load = await (how.isDue ? outsideCalls(work) : inCallOf(how.confirm, work))
      await this.#prune(watchId)
      return load
    } finally {
      for (const lock of locks) await lock.remove()
      // Not if nothing was loaded: that starts another round.
      if (isShown) watches.notify(true)
    }
  }

  async #loadNow(loaded: LoadedWatch, { isDue, confirmed, signal }: HowToLoad): Promise<WatchLoad | undefined> {
    const { productionAccess, now, watches } = this.#options
    const { watch, profile, view } = loaded
    const startedAt = new Date(now()).toISOString()
    const since = performance.now()
    const title = watchTitle({ list: watch.list, viewName: view?.name })
    const own = { at: startedAt, durationMs: 0 }
    const requireAllowed = (current: Profile): void =>
      isDue ? requireAgreed(watch, current) : requireConfirmed(watch, confirmed, current)
    try {
      if (isReadOnly(productionAccess, profile)) throw productionReadOnly(profile.name)
      requireAllowed(profile)
      const result = await loadWatched(this.#options, loaded, title, { signal, requireAllowed })
      const { loaded: found, before, loadingMs } = result
      return await this.#record(loaded, { kind: 'loaded', ...own, durationMs: loadingMs, ...found }, before)
    } catch (error) {
      if (signal.aborted) {
        if (isDue && signal.reason === stoppedByPerson)
          await watches.change(watch.id, (current) => ({ ...current, lastAt: startedAt }))
        return undefined
      }
      const value = errorValueOf(error)
      if (value.code === 'internal-fault') this.#options.onFault(error)
      // The profile was changed meanwhile: its next load is another one.
      if (isOfChangedProfile(value)) {
        if (isDue) return undefined
        throw error
      }
      if (pausing.includes(value.code)) {
        await this.#pause(loaded, startedAt, value)
        if (isDue) return undefined
        throw error
      }
      const durationMs = Math.round(performance.now() - since)
      return this.#record(loaded, { kind: 'failed', ...own, durationMs, error: value }, undefined)
    }
  }

  /** Removes the records of old loads. What can't be removed now is after the next load. */
  async #prune(watchId: string): Promise<void> {
    const { snapshots, watches, now, onFault } = this.#options
    try {
      const watch = (await watches.all()).find(({ id }) => id === watchId)
      if (watch === undefined) {
        await watches.removeOrphans()
        return
      }
      const { keep } = watch.settings
      const since = new Date(now() - keep.days * dayMs).toISOString()
      await snapshots.removeOfWatch(watchId, { loads: keep.loads, since, ids: [watch.before?.snapshotId] })
    } catch (fault) {
      onFault(fault)
    }
  }

  /** Records a load with what it changes for the next, and the warnings that are due, in one change. */
  async #record(
    loaded: LoadedWatch,
    result: Parameters<typeof decide>[1],
    before: StoredWatch['before'],
  ): Promise<WatchLoad | undefined> {
    const { database, outbox, watches, now } = this.#options
    const { profile, view } = loaded
    const { id } = loaded.watch
    const load = await database.change(async (within) => {
      const rows = new WatchRows(within.sql, database.path)
      const watch = rows.find(id)
      // It was removed meanwhile.
      if (watch === undefined) return undefined
      const isSnoozed = watch.snooze !== undefined && Date.parse(watch.snooze.until) > now()
      const { met, state } = decide(watch, result, isSnoozed)
      const load: WatchLoad = { ...result, met, snoozed: isSnoozed && met.length > 0 }
      const { paused: _paused, ...rest } = watch
      rows.write({ ...rest, ...state, lastAt: load.at, ...(before === undefined ? {} : { before }) })
      rows.addLoad(id, load)
      if (met.length > 0 && !isSnoozed) await this.#warn({ watch, profile, view }, load, rows, within)
      return load
    })
    watches.notify()
    outbox.deliver()
    if (load !== undefined) this.#outcomes.notify(loaded, load)
    return load
  }

  async #warn(
    { watch, profile, view }: Pick<LoadedWatch, 'watch' | 'profile' | 'view'>,
    load: WatchLoad,
    rows: WatchRows,
    within: Transaction,
  ): Promise<void> {
    const { id: watchId, list } = watch
    const { id: profileId, name: profileName, environment, practice } = profile
    const warning = warningOf({ title: watchTitle({ list, viewName: view?.name }), profile }, load)
    rows.addNotice(watchId, { at: load.at, ...warning })
    const body: WebhookBody = {
      type: 'clavis.watch',
      id: `${watchId}-${load.at}`,
      text: inSlackFormat(warning.text),
      at: new Date(this.#options.now()).toISOString(),
      watch: { environment, profileId, profileName, practice, watchId, list, view: view?.name ?? null, load },
    }
    await this.#options.outbox.add([body], within)
  }

  async #pause(loaded: LoadedWatch, at: string, error: ErrorValue): Promise<void> {
    const { id, paused: before } = loaded.watch
    await this.#options.watches.change(id, (watch) => ({
      ...watch,
      lastAt: at,
      paused: { since: watch.paused?.since ?? at, error },
    }))
    if (before?.error.code !== error.code) this.#outcomes.notify(loaded, { kind: 'paused', error })
  }

  async #watch(watchId: string): Promise<LoadedWatch | undefined> {
    const { watches, profiles, listViews, settings } = this.#options
    const watch = (await watches.all()).find(({ id }) => id === watchId)
    if (watch === undefined) return undefined
    const stored = (await profiles.list()).find(({ profile }) => profile.id === watch.profileId)
    const view = (await listViews.read(watch.profileId)).saved.find(({ id }) => id === watch.viewId)
    if (stored === undefined || (watch.viewId !== undefined && view === undefined)) return undefined
    return { watch, profile: stored.profile, view, dates: (await settings.read()).dates }
  }

  async #isDue(watch: StoredWatch): Promise<boolean> {
    const { settings, now } = this.#options
    const { timeZone } = dateTextOf((await settings.read()).dates)
    return watch.isOn && dueAt(watch, now(), timeZone) <= now()
  }

  async #lock(name: string): Promise<HeldFile | undefined> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return HeldFile.take(join(folder, `${name}.held`))
  }
}

/** Names the service that a list is loaded from: one load of it at a time. */
function serviceOf({ profile }: LoadedWatch): string {
  const { origin } = new URL(profile.reportsBaseUrl === '' ? profile.tokenUrl : profile.reportsBaseUrl)
  return createHash('sha256').update(origin).digest('hex').slice(0, 32)
}

function errorValueOf(error: unknown): ErrorValue {
  if (error instanceof ClavisError) return error.toValue()
  return { code: 'internal-fault', message: 'Something went wrong in Clavis. The list was not loaded.' }
}

/** A load whose profile was changed, not one whose cursor the service refuses. */
function isOfChangedProfile({ code, details }: ErrorValue): boolean {
  return code === 'profile-changed-elsewhere' || (code === 'list-cursor-refused' && details?.['status'] === undefined)
}

/** Makes sure that a person agreed to what a schedule loads from a Production profile. @throws `not-confirmed` */
function requireAgreed({ agreed, list }: StoredWatch, profile: Profile): void {
  if (profile.environment !== 'production') return
  if (isDeepStrictEqual(agreed?.basis, loadBasisOf(profile, list))) return
  throw new ClavisError('not-confirmed', 'The profile is for Production now, or its addresses or client ID changed.', {
    hint: 'Switch the watch on again to agree.',
  })
}

/** Makes sure that a profile is still the one that a person agreed to load now. @throws `profile-changed-elsewhere` */
function requireConfirmed({ list }: StoredWatch, confirmed: Profile | undefined, profile: Profile): void {
  const of = (each: Profile | undefined): unknown => each && [each.environment, loadBasisOf(each, list)]
  if (!isDeepStrictEqual(of(confirmed), of(profile))) throw changedElsewhere()
}
