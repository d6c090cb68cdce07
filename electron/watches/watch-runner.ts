import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ClavisError, type ErrorCode, type ErrorValue } from '#shared/errors.ts'
import { isReadOnly, productionReadOnly, type ProductionAccess } from '#shared/profiles/production-access.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { warningOf, watchTitle } from '#shared/watches/watch-messages.ts'
import type { WatchLoad } from '#shared/watches/watch.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
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

/** Asked for again, the system would show its question about the keychain again, so a person or another use has to unlock it. */
const ofKeychain: readonly ErrorCode[] = ['keychain-locked', 'keychain-denied']

/** Longest time between two looks at what is due, and the pause before a list that was in use is tried again, milliseconds. */
const maxWaitMs = 600_000
const busyMs = 30_000

/** Loads watched lists when they are due, one after another, and records what changed and which warnings are due. */
export class WatchRunner {
  readonly #options: Options
  /** The load that runs in this process. */
  #current: { readonly watchId: string; readonly stop: AbortController } | undefined
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isStarted = false
  #unsubscribe: (() => void) | undefined

  constructor(options: Options) {
    this.#options = options
  }

  isLoading(watchId: string): boolean {
    return this.#current?.watchId === watchId
  }

  /** Loads lists when they are due, until {@link end}. A load that was missed is made up for once. */
  start(): void {
    this.#isStarted = true
    this.#unsubscribe ??= this.#options.watches.onChange(() => this.wake())
    this.wake()
  }

  /** Looks at what is due: the clock, the schedules or the time zone may have changed, or the computer woke up. */
  wake(): void {
    if (!this.#isStarted) return
    this.#round ??= this.loadDue()
      .then(
        ({ isBusy, nextAt }) => this.#wait(isBusy ? busyMs : Math.min(nextAt - this.#options.now(), maxWaitMs)),
        (fault: unknown) => {
          this.#options.onFault(fault)
          this.#wait(busyMs)
        },
      )
      .finally(() => {
        this.#round = undefined
      })
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#isStarted) this.#timer = setTimeout(() => this.wake(), Math.max(0, milliseconds)).unref()
  }

  /** Stops what is loaded, and loads nothing more. */
  async end(): Promise<void> {
    this.#isStarted = false
    this.#unsubscribe?.()
    clearTimeout(this.#timer)
    this.#current?.stop.abort()
    await this.#round
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
        (watch) => watch.isOn && !tried.has(watch.id) && !waitsForKeychain(watch),
      )
      const [first] = waiting
        .map((watch) => ({ id: watch.id, at: dueAt(watch, now(), timeZone) }))
        .toSorted((one, other) => one.at - other.at)
      if (first === undefined || first.at > now())
        return { loads, isBusy, nextAt: first === undefined ? Number.POSITIVE_INFINITY : first.at }
      tried.add(first.id)
      const load = await this.#load(first.id, { isDue: true, confirm: refuseConfirmation })
      if (load === 'in-use') isBusy = true
      else if (load !== undefined) loads.push(load)
    }
  }

  /**
   * Loads a watch now, also if it is off, paused or not due.
   * @param confirm asks before Production is called
   * @throws `input-invalid` if it was removed or is being loaded; what pauses it; `cancelled` if it was stopped
   */
  async load(profileId: string, watchId: string, confirm: Confirm = refuseConfirmation): Promise<WatchLoad> {
    const { list } = await this.#options.watches.find(profileId, watchId)
    const { profile } = await this.#options.profiles.get(profileId)
    await confirmInProduction(profile, confirm, neededLoadQuestion(profile, list))
    const load = await this.#load(watchId, { isDue: false, confirm })
    if (load === undefined) throw new ClavisError('cancelled', 'The load was stopped.')
    if (load !== 'in-use') return load
    throw new ClavisError('input-invalid', 'Clavis is already loading this watch, or another list of this service.', {
      hint: 'Wait until that is done, and try again.',
    })
  }

  /** Stops the load of a watch that runs in this process. */
  stop(watchId: string): void {
    if (this.#current?.watchId === watchId) this.#current.stop.abort()
  }

  /** Lets the watches of a profile go on that wait for the keychain, which was just used. */
  async noteKeychainWorks(profileId: string): Promise<void> {
    const { watches } = this.#options
    for (const watch of await watches.all())
      if (watch.profileId === profileId && waitsForKeychain(watch))
        await watches.change(watch.id, ({ paused: _paused, ...rest }) => rest)
  }

  /** @returns `in-use` if it, or another list of its service, is being loaded; undefined if it is no longer due or was stopped */
  async #load(
    watchId: string,
    { isDue, confirm }: { readonly isDue: boolean; readonly confirm: Confirm },
  ): Promise<WatchLoad | 'in-use' | undefined> {
    if (this.#current !== undefined) return 'in-use'
    const stop = new AbortController()
    const current = { watchId, stop }
    this.#current = current
    const { watches } = this.#options
    const locks: HeldFile[] = []
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
      watches.notify(true)
      return await inCallOf(confirm, () => this.#loadNow(current, isDue, stop.signal))
    } finally {
      this.#current = undefined
      for (const lock of locks) await lock.remove()
      watches.notify(true)
    }
  }

  async #loadNow(loaded: LoadedWatch, isDue: boolean, signal: AbortSignal): Promise<WatchLoad | undefined> {
    const { productionAccess, now, snapshots } = this.#options
    const { watch, profile, view } = loaded
    const startedAt = new Date(now()).toISOString()
    const since = performance.now()
    const title = watchTitle({ list: watch.list, viewName: view?.name })
    const own = { at: startedAt, durationMs: 0 }
    try {
      if (isReadOnly(productionAccess, profile)) throw productionReadOnly(profile.name)
      if (isDue && profile.environment === 'production' && watch.agreedAt === undefined) throw notAgreed()
      const { loaded: result, before, loadingMs } = await loadWatched(this.#options, loaded, title, signal)
      const load = await this.#record(loaded, { kind: 'loaded', ...own, durationMs: loadingMs, ...result }, before)
      await snapshots.removeOfWatch(watch.id, {
        loads: watch.settings.keep.loads,
        since: new Date(now() - watch.settings.keep.days * dayMs).toISOString(),
      })
      return load
    } catch (error) {
      if (signal.aborted) return undefined
      const value = errorValueOf(error)
      if (value.code === 'internal-fault') this.#options.onFault(error)
      if (pausing.includes(value.code)) {
        await this.#pause(watch.id, startedAt, value)
        if (isDue) return undefined
        throw error
      }
      const durationMs = Math.round(performance.now() - since)
      return this.#record(loaded, { kind: 'failed', ...own, durationMs, error: value }, undefined)
    }
  }

  /** Records a load with what it changes for the next, and the warnings that are due, in one change. */
  async #record(
    { watch: { id }, profile, view }: LoadedWatch,
    result: Parameters<typeof decide>[1],
    before: StoredWatch['before'],
  ): Promise<WatchLoad | undefined> {
    const { database, outbox, watches, now } = this.#options
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

  async #pause(watchId: string, at: string, error: ErrorValue): Promise<void> {
    await this.#options.watches.change(watchId, (watch) => ({
      ...watch,
      lastAt: at,
      paused: { since: watch.paused?.since ?? at, error },
    }))
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

function waitsForKeychain({ paused }: StoredWatch): boolean {
  return paused !== undefined && ofKeychain.includes(paused.error.code)
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
