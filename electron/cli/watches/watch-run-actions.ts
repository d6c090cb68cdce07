import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { conditionWords, loadWords, watchTitle } from '#shared/watches/watch-messages.ts'
import type { WatchLoad } from '#shared/watches/watch.ts'
import type { Confirm } from '../../confirmation.ts'
import { isSameName } from '../../lists/views/view-rows.ts'
import type { Services } from '../../services.ts'
import { inUse } from '../../watches/watch-runner.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodeFor, exitCodes } from '../exit-codes.ts'
import { confirmSeveral } from '../terminal/confirm.ts'
import { failureLine } from '../terminal/profile-results.ts'
import { watchesOf, type WatchOfProfile } from './watch-actions.ts'

interface RunOptions {
  readonly once?: true
  /** Milliseconds. */
  readonly maxWait: number
  readonly confirm: readonly string[]
}

/** A watch to load, and when it was loaded last as the command started. */
interface Chosen extends WatchOfProfile {
  readonly lastAt: string | undefined
}

/** The pause before a watch that is in use elsewhere is looked at again, milliseconds. */
const busyPauseMs = 500

/** Keeps the process alive, milliseconds between two wake-ups that do nothing. */
const idleMs = 3_600_000

/** Loads watched lists when they are due, until the command is interrupted; with `once`, each one now. */
export async function runWatches(
  context: CommandContext,
  name: string | undefined,
  view: string | undefined,
  options: RunOptions,
): Promise<void> {
  const services = await context.services()
  const profileId = name === undefined ? undefined : (await services.profiles.find(name)).profile.id
  const chosen = await chosenWatches(services, profileId, view)
  if (options.once === true) return loadOnce(context, services, chosen, options)
  if (!chosen.some(({ watch }) => watch.isOn))
    throw new ClavisError('input-invalid', 'This watch is off.', {
      hint: 'Switch it on with “watch on”, or load it now with --once.',
    })
  const ids = new Set(chosen.map(({ watch }) => watch.id))
  await loadUntilInterrupted(context, services, (watch) =>
    // New watches of a profile are loaded too.
    view === undefined ? profileId === undefined || watch.profileId === profileId : ids.has(watch.id),
  )
}

/** @throws `input-invalid` if there is none */
async function chosenWatches(
  services: Services,
  profileId: string | undefined,
  view: string | undefined,
): Promise<Chosen[]> {
  const stored = new Map((await services.watches.all()).map(({ id, lastAt }) => [id, lastAt] as const))
  const chosen = (await watchesOf(services)).filter(({ watch: { viewName, list, isOn, ...watch } }) => {
    if (profileId !== undefined && watch.profileId !== profileId) return false
    if (view === undefined) return isOn
    return viewName === undefined ? list === view : isSameName(viewName, view.trim())
  })
  if (chosen.length > 0) return chosen.map((each) => ({ ...each, lastAt: stored.get(each.watch.id) }))
  throw new ClavisError(
    'input-invalid',
    view === undefined ? 'No watch is on.' : `No view or list “${visibleLine(view)}” is watched.`,
    { hint: 'Watch a list with “watch set”; “watch list” shows what is watched.' },
  )
}

/** Loads each watch now, prints a line for each, and sets the exit code by the worst. */
async function loadOnce(
  { interrupts, print, printJson, setExitCode }: CommandContext,
  services: Services,
  chosen: readonly Chosen[],
  options: RunOptions,
): Promise<void> {
  const { profiles, outbox } = services
  const own = new Set(chosen.map(({ profile }) => profile.id))
  const stored = (await profiles.list()).filter(({ profile }) => own.has(profile.id))
  const confirm = await confirmSeveral(stored, options.confirm, 'Load watched lists of', true)
  const ends = interrupts.handle()
  let exitCode: number = exitCodes.fine
  const results: object[] = []
  for (const each of chosen) {
    const { profile, watch } = each
    const outcome = await outcomeOf(services, each, { confirm, ends, maxWait: options.maxWait })
    exitCode = Math.max(exitCode, exitCodeOf(outcome))
    const { kind, ...shown } = outcome.kind === 'paused' ? outcome : { kind: 'load', load: outcome }
    results.push({ profile: profile.name, list: watch.list, view: watch.viewName ?? null, ...shown })
    print(lineOf(profile.name, watchTitle(watch), outcome))
  }
  outbox.deliver()
  await outbox.posted()
  printJson(results)
  setExitCode(exitCode)
}

/** What a load brought, or what keeps the watch from being loaded. */
type Outcome = WatchLoad | { readonly kind: 'paused'; readonly error: ErrorValue }

/** @throws `cancelled` if the command was interrupted */
async function outcomeOf(
  services: Services,
  chosen: Chosen,
  limits: { readonly confirm: Confirm; readonly ends: AbortSignal; readonly maxWait: number },
): Promise<Outcome> {
  try {
    return await loadNow(services, chosen, limits)
  } catch (error) {
    if (limits.ends.aborted || !(error instanceof ClavisError)) throw error
    return { kind: 'paused', error: error.toValue() }
  }
}

/** Loads a watch, or returns the load that another process has made since the command started. */
async function loadNow(
  { watches, watchRunner }: Services,
  { profile: { id: profileId }, watch: { id }, lastAt: before }: Chosen,
  { confirm, ends, maxWait }: { readonly confirm: Confirm; readonly ends: AbortSignal; readonly maxWait: number },
): Promise<WatchLoad> {
  const until = performance.now() + maxWait
  const stop = (): void => watchRunner.stop(id)
  ends.addEventListener('abort', stop)
  try {
    for (;;) {
      if (ends.aborted) throw new ClavisError('cancelled', 'The command was interrupted.')
      const { lastAt } = await watches.find(profileId, id)
      const [newest] = lastAt === before ? [] : await watches.history(profileId, id)
      if (newest !== undefined && newest.at === lastAt) return newest
      const load = await watchRunner.tryLoad(profileId, id, confirm)
      if (load !== 'in-use') return load
      if (performance.now() >= until) throw inUse()
      await wait(busyPauseMs, undefined, { signal: ends }).catch(() => undefined)
    }
  } finally {
    ends.removeEventListener('abort', stop)
  }
}

function exitCodeOf(outcome: Outcome): number {
  if (outcome.kind !== 'loaded') return exitCodeFor(outcome.error.code)
  return outcome.met.length > 0 ? 1 : exitCodes.fine
}

async function loadUntilInterrupted(
  { interrupts, print }: CommandContext,
  { watchRunner, outbox }: Services,
  isChosen: Parameters<Services['watchRunner']['start']>[0],
): Promise<void> {
  const ends = interrupts.handle()
  watchRunner.onOutcome(({ watch: { list }, profile, view }, outcome) =>
    print(lineOf(profile.name, watchTitle({ list, viewName: view?.name }), outcome)),
  )
  print('Loading watched lists when they are due. Press Ctrl+C to stop.')
  outbox.deliver()
  watchRunner.start(isChosen)
  const alive = setInterval(() => undefined, idleMs)
  if (!ends.aborted) await once(ends, 'abort')
  clearInterval(alive)
  await watchRunner.end()
  outbox.end()
  await outbox.posted()
}

/** Puts a load into a line, e.g. `Acme, Reports: 25 records · 3 new. Condition met: New records.` */
function lineOf(profile: string, title: string, outcome: Outcome): string {
  const place = `${profile}, ${title}`
  if (outcome.kind !== 'loaded') return visibleLine(`${place}: ${failureLine(outcome.error)}`)
  const met = outcome.met.map(conditionWords).join(', ')
  return visibleLine(`${place}: ${loadWords(outcome)}.${met === '' ? '' : ` Condition met: ${met}.`}`)
}
