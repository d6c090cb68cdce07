import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { WatchLoad } from '#shared/watches/watch.ts'
import { WorkQueue } from '../concurrency.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
import { neededLoadQuestion } from '../profiles/guards/confirmation-messages.ts'
import { type HowToLoad, type LoaderOptions, stoppedByPerson, WatchLoader } from './watch-loader.ts'
import { dueAt } from './watch-schedule.ts'
import type { StoredWatch } from './watch-store.ts'

/** Each attempt would show the system’s question about the keychain again. */
const ofKeychain: readonly ErrorCode[] = ['keychain-locked', 'keychain-denied']

type IsChosen = (watch: Pick<StoredWatch, 'id' | 'profileId'>) => boolean

/** Longest time between two looks at what is due, and the pause before a list that was in use is tried again, milliseconds. */
const maxWaitMs = 600_000
const busyMs = 30_000

/** The pause after a load that could not be stored, milliseconds. */
const restMs = 900_000

/** Loads watched lists when they are due, or when a person asks for it, one after another. */
export class WatchRunner {
  readonly #options: LoaderOptions
  readonly #loader: WatchLoader
  /** The loads that run or wait in this process, by their watches. */
  readonly #pending = new Map<string, AbortController>()
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
  readonly onOutcome: WatchLoader['onOutcome']

  constructor(options: LoaderOptions) {
    this.#options = options
    this.#loader = new WatchLoader(options)
    this.onOutcome = this.#loader.onOutcome
  }

  isLoading(watchId: string): boolean {
    return this.#pending.has(watchId)
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
    for (const stop of this.#pending.values()) stop.abort()
    await this.#round
    await this.#queue.end()
  }

  /**
   * Loads the watches that are due, one after another.
   * @returns the loads; whether one was in use elsewhere; when the next one is due, milliseconds since the epoch
   */
  async loadDue(): Promise<{ readonly loads: WatchLoad[]; readonly isBusy: boolean; readonly nextAt: number }> {
    const { watches, now } = this.#options
    await watches.removeOrphans()
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
    const load = await this.#load(watchId, { isDue: false, confirm, confirmed: profile })
    if (load === undefined) throw new ClavisError('cancelled', 'The load was stopped.')
    return load
  }

  /** Stops the load of a watch that runs or waits in this process. */
  stop(watchId: string): void {
    this.#pending.get(watchId)?.abort(stoppedByPerson)
  }

  /** Lets the paused watches of a profile go on that just got a token: the load that they missed is due. */
  async noteTokenWorks(profileId: string): Promise<void> {
    const { watches } = this.#options
    for (const { id, profileId: owner, paused } of await watches.all())
      if (owner === profileId && paused !== undefined)
        await watches.change(id, (watch) => {
          // Another process may have loaded it meanwhile.
          if (watch.paused === undefined) return watch
          const { paused: _paused, lastAt: _lastAt, ...rest } = watch
          return rest
        })
  }

  /** @returns `in-use` if it, or another list of its service, is being loaded; undefined if it is no longer due or was stopped */
  async #load(watchId: string, how: Omit<HowToLoad, 'signal'>): Promise<WatchLoad | 'in-use' | undefined> {
    if (this.isLoading(watchId)) return 'in-use'
    const stop = new AbortController()
    this.#pending.set(watchId, stop)
    if (this.#hasEnded) stop.abort()
    return this.#queue
      .inSequence(() => this.#loader.load(watchId, { ...how, signal: stop.signal }))
      .finally(() => this.#pending.delete(watchId))
  }

  async #timeZone(): Promise<string> {
    return dateTextOf((await this.#options.settings.read()).dates).timeZone
  }
}

/** Whether a watch waits until the keychain was used otherwise; it tries itself once a day. */
function waitsForKeychain({ paused, lastAt }: StoredWatch, now: number): boolean {
  if (paused === undefined || !ofKeychain.includes(paused.error.code)) return false
  return lastAt !== undefined && Math.abs(now - Date.parse(lastAt)) < dayMs
}

/** Returns the error of a watch that is being loaded elsewhere. */
export function inUse(): ClavisError {
  return new ClavisError('input-invalid', 'This watch, or another watched list of this service, is being loaded.', {
    hint: 'Wait until that is done, and try again.',
  })
}
