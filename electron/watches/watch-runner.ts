import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClavisError, type ErrorCode, type ErrorValue } from '#shared/errors.ts'
import { isReadOnly, productionReadOnly, type ProductionAccess } from '#shared/profiles/production-access.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { warningOf, watchTitle } from '#shared/watches/watch-messages.ts'
import type { WatchLoad } from '#shared/watches/watch.ts'
import { WorkQueue } from '../concurrency.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import type { WebhookBody } from '../expiry/notice-store.ts'
import type { Outbox } from '../expiry/warning-outbox.ts'
import { inSlackFormat } from '../expiry/webhook.ts'
import { neededLoadQuestion } from '../profiles/guards/confirmation-messages.ts'
import { inCallOf } from '../profiles/guards/host-guard.ts'
import type { Transaction } from '../store/database.ts'
import { HeldFile } from '../store/held-file.ts'
import { decide } from './watch-conditions.ts'
import { dueAt } from './watch-schedule.ts'
import type { WatchService, WatchStores } from './watch-service.ts'
import { type StoredWatch, WatchRows } from './watch-store.ts'
import { loadWatched, type LoadedWatch, type LoadServices } from './watched-load.ts'

interface Options extends Omit<WatchStores, 'newId' | 'snapshots'>, LoadServices {
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

/** Each attempt would show the system’s question about the keychain again. */
const ofKeychain: readonly ErrorCode[] = ['keychain-locked', 'keychain-denied']

type IsChosen = (watch: Pick<StoredWatch, 'id' | 'profileId'>) => boolean

/** Longest time between two looks at what is due, and the pause before a list that was in use is tried again, milliseconds. */
const maxWaitMs = 600_000
const busyMs = 30_000

/** The pause after a load that could not be stored, milliseconds. */
const restMs = 900_000

/** Loads watched lists when they are due, one after another, and records what changed and which warnings are due. */
export class WatchRunner {
  readonly #options: Options
  /** The load that runs in this process. */
  #current: { readonly watchId: string; readonly stop: AbortController } | undefined
  /** One load after another. */
  readonly #queue = new WorkQueue()
  /** Watches whose last attempt could not be stored, and when they are tried again, milliseconds since the epoch. */
  readonly #resting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isStarted = false
  #hasEnded = false
  /** Whether something changed since the round began. */
  #isStale = false
  #unsubscribe: (() => void) | undefined
  /** Which watches are loaded when they are due. */
  #isChosen: IsChosen = () => true
  readonly #outcomes = new Listeners<[of: LoadedWatch, outcome: WatchLoad | { kind: 'paused'; error: ErrorValue }]>()
  /** Reports each load that this process recorded, and what pauses a watch when that begins. */
  readonly onOutcome = this.#outcomes.add

  constructor(options: Options) {
    this.#options = options
  }

  isLoading(watchId: string): boolean {
    return this.#current?.watchId === watchId
  }

  /** Loads lists when they are due, by default all, until {@link end}. A load that was missed is made up for once. */
  start(isChosen: IsChosen = () => true): void {
    this.#isChosen = isChosen
    this.#isStarted = true
    this.#unsubscribe ??= this.#options.watches.onChange(() => this.wake())
    this.wake()
  }

  /** Looks at what is due: the clock, the schedules or the time zone may have changed, or the computer woke up. */
  wake(): void {
    if (!this.#isStarted) return
    this.#isStale = true
    this.#round ??= this.#loadRound().finally(() => {
      this.#round = undefined
    })
  }

  async #loadRound(): Promise<void> {
    let waitMs = busyMs
    try {
      while (this.#isStale && this.#isStarted) {
        this.#isStale = false
        const { isBusy, nextAt } = await this.loadDue()
        waitMs = isBusy ? busyMs : Math.min(nextAt - this.#options.now(), maxWaitMs)
      }
    } catch (fault) {
      this.#options.onFault(fault)
    }
    this.#wait(waitMs)
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#isStarted) this.#timer = setTimeout(() => this.wake(), Math.max(0, milliseconds)).unref()
  }

  /** Stops what is loaded, and loads nothing more. */
  async end(): Promise<void> {
    this.#isStarted = false
    this.#hasEnded = true
    this.#unsubscribe?.()
    clearTimeout(this.#timer)
    this.#current?.stop.abort()
    await this.#round
    await this.#queue.end()
  }

  /**
   * Loads the watches that are due, one after another.
   * @returns the loads; whether one was in use elsewhere; when the next one is due, milliseconds since the epoch
   */
  async loadDue(): Promise<{ readonly loads: WatchLoad[]; readonly isBusy: boolean; readonly nextAt: number }> {
    const { watches, now } = this.#options
    const loads: WatchLoad[] = []
    const tried = new Set<string>()
    let isBusy = false
    for (;;) {
      const timeZone = await this.#timeZone()
      const waiting = (await watches.all()).filter(
        (watch) =>
          watch.isOn &&
          !tried.has(watch.id) &&
          !waitsForKeychain(watch, now()) &&
          now() >= (this.#resting.get(watch.id) ?? 0) &&
          this.#isChosen(watch),
      )
      const [first] = waiting
        .map((watch) => ({ id: watch.id, at: dueAt(watch, now(), timeZone) }))
        .toSorted((one, other) => one.at - other.at)
      if (first === undefined || first.at > now())
        return { loads, isBusy, nextAt: first === undefined ? Number.POSITIVE_INFINITY : first.at }
      tried.add(first.id)
      try {
        const load = await this.#load(first.id, { isDue: true, confirm: refuseConfirmation })
        if (load === 'in-use') isBusy = true
        else if (load !== undefined) loads.push(load)
      } catch (fault) {
        // On a full disk, for example, it would be due again at once.
        this.#resting.set(first.id, now() + restMs)
        this.#options.onFault(fault)
      }
    }
  }

  /**
   * Loads a watch now, also if it is off, paused or not due.
   * @param confirm asks before Production is called
   * @throws `input-invalid` if it was removed or is being loaded; what pauses it; `cancelled` if it was stopped
   */
  async load(profileId: string, watchId: string, confirm: Confirm = refuseConfirmation): Promise<WatchLoad> {
    const load = await this.tryLoad(profileId, watchId, confirm)
    if (load === 'in-use') throw inUse()
    return load
  }

  /** Loads a watch as {@link load} does. @returns `in-use` if it, or another list of its service, is being loaded */
  async tryLoad(profileId: string, watchId: string, confirm: Confirm): Promise<WatchLoad | 'in-use'> {
    const { list } = await this.#options.watches.find(profileId, watchId)
    const { profile } = await this.#options.profiles.get(profileId)
    await confirmInProduction(profile, confirm, neededLoadQuestion(profile, list))
    const load = await this.#load(watchId, { isDue: false, confirm })
    if (load === undefined) throw new ClavisError('cancelled', 'The load was stopped.')
    return load
  }

  /** Stops the load of a watch that runs in this process. */
  stop(watchId: string): void {
    if (this.#current?.watchId === watchId) this.#current.stop.abort()
  }

  /** Lets the paused watches of a profile go on that just got a token: the load that they missed is due. */
  async noteTokenWorks(profileId: string): Promise<void> {
    const { watches } = this.#options
    for (const { id, profileId: owner, paused } of await watches.all())
      if (owner === profileId && paused !== undefined)
        await watches.change(id, ({ paused: _paused, lastAt: _lastAt, ...rest }) => rest)
  }

  /** @returns `in-use` if it, or another list of its service, is being loaded; undefined if it is no longer due or was stopped */
  async #load(
    watchId: string,
    how: { readonly isDue: boolean; readonly confirm: Confirm },
  ): Promise<WatchLoad | 'in-use' | undefined> {
    if (this.isLoading(watchId)) return 'in-use'
    return this.#queue.inSequence(async () => (this.#hasEnded ? undefined : this.#loadLocked(watchId, how)))
  }

  async #loadLocked(
    watchId: string,
    { isDue, confirm }: { readonly isDue: boolean; readonly confirm: Confirm },
  ): Promise<WatchLoad | 'in-use' | undefined> {
    const stop = new AbortController()
    this.#current = { watchId, stop }
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
      if (current === undefined || (isDue && !(await this.#isDue(current.watch)))) return undefined
      isShown = true
      watches.notify(true)
      const load = await inCallOf(confirm, () => this.#loadNow(current, isDue, stop.signal))
      if (load?.kind === 'loaded') await this.#prune(current.watch)
      return load
    } finally {
      this.#current = undefined
      for (const lock of locks) await lock.remove()
      // Not if nothing was loaded: that starts another round.
      if (isShown) watches.notify(true)
    }
  }

  async #loadNow(loaded: LoadedWatch, isDue: boolean, signal: AbortSignal): Promise<WatchLoad | undefined> {
    const { productionAccess, now } = this.#options
    const { watch, profile, view } = loaded
    const startedAt = new Date(now()).toISOString()
    const since = performance.now()
    const title = watchTitle({ list: watch.list, viewName: view?.name })
    const own = { at: startedAt, durationMs: 0 }
    try {
      if (isReadOnly(productionAccess, profile)) throw productionReadOnly(profile.name)
      if (isDue && profile.environment === 'production' && watch.agreedAt === undefined) throw notAgreed()
      const { loaded: result, before, loadingMs } = await loadWatched(this.#options, loaded, title, signal)
      return await this.#record(loaded, { kind: 'loaded', ...own, durationMs: loadingMs, ...result }, before)
    } catch (error) {
      if (signal.aborted) return undefined
      const value = errorValueOf(error)
      if (value.code === 'internal-fault') this.#options.onFault(error)
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
  async #prune({ id, settings: { keep } }: StoredWatch): Promise<void> {
    const { snapshots, now, onFault } = this.#options
    const since = new Date(now() - keep.days * dayMs).toISOString()
    await snapshots.removeOfWatch(id, { loads: keep.loads, since }).catch(onFault)
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
    return watch.isOn && dueAt(watch, this.#options.now(), await this.#timeZone()) <= this.#options.now()
  }

  async #timeZone(): Promise<string> {
    return dateTextOf((await this.#options.settings.read()).dates).timeZone
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

/** Whether a watch waits until the keychain was used otherwise; it tries itself once a day. */
function waitsForKeychain({ paused, lastAt }: StoredWatch, now: number): boolean {
  if (paused === undefined || !ofKeychain.includes(paused.error.code)) return false
  return lastAt !== undefined && now - Date.parse(lastAt) < dayMs
}

/** Returns the error of a watch that is being loaded elsewhere. */
export function inUse(): ClavisError {
  return new ClavisError('input-invalid', 'This watch, or another watched list of this service, is being loaded.', {
    hint: 'Wait until that is done, and try again.',
  })
}

function errorValueOf(error: unknown): ErrorValue {
  if (error instanceof ClavisError) return error.toValue()
  return { code: 'internal-fault', message: 'Something went wrong in Clavis. The list was not loaded.' }
}

function notAgreed(): ClavisError {
  return new ClavisError('not-confirmed', 'The profile is for Production now.', {
    hint: 'Switch the watch on again to agree.',
  })
}
