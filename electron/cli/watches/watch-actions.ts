import { ClavisError } from '#shared/errors.ts'
import { listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { costWords, keepWords, loadWords, watchTitle } from '#shared/watches/watch-messages.ts'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import {
  defaultWatchSettings,
  type Watch,
  type WatchCondition,
  type WatchedPlace,
  type WatchSchedule,
} from '#shared/watches/watch.ts'
import type { Services } from '../../services.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import { formatTable } from '../terminal/table.ts'

type WatchServices = Pick<Services, 'profiles' | 'watches' | 'watchRunner' | 'listViews'>

interface ViewOption {
  readonly view?: string
}

interface SetOptions extends ViewOption {
  readonly every?: WatchSchedule
  readonly daily?: WatchSchedule
  readonly weekly?: WatchSchedule
  readonly on?: WatchCondition[]
  readonly keepLoads?: number
  readonly keepDays?: number
  readonly id?: string
  readonly confirm?: string
}

/** A watch with its profile. */
export interface WatchOfProfile {
  readonly profile: Profile
  readonly watch: Watch
}

/** Returns the watches of all profiles, in their order. */
export async function watchesOf({ profiles, watches, watchRunner }: WatchServices): Promise<WatchOfProfile[]> {
  const all = await watches.list((watchId) => watchRunner.isLoading(watchId))
  return (await profiles.list()).flatMap(({ profile }) =>
    all.filter(({ profileId }) => profileId === profile.id).map((watch) => ({ profile, watch })),
  )
}

/** Lists the watches of all profiles. */
export async function listWatches({ services, answer, commandLine }: CommandContext): Promise<void> {
  const watches = await watchesOf(await services())
  answer(
    watches.map(valueOf),
    formatTable(
      ['Profile', 'What', 'Schedule', 'Last load', 'Next'],
      watches.map(({ profile, watch }) => [
        profile.name,
        watchTitle(watch),
        scheduleWords(watch.settings.schedule),
        watch.lastLoad === undefined ? '–' : `${loadWords(watch.lastLoad)} (${watch.lastLoad.at})`,
        nextWords(watch),
      ]),
      `No list is watched. Watch one with: ${commandLine} watch set PROFILE LIST`,
    ),
  )
}

/** Watches a saved view or a list, or changes its watch. Says first what that costs. */
export async function setWatch(
  { services, print, answer }: CommandContext,
  name: string,
  list: ListName,
  { view, every, daily, weekly, on, keepLoads, keepDays, id, confirm }: SetOptions,
): Promise<void> {
  const all = await services()
  const { profile, place } = await placeOf(all, name, list, view)
  const before = (await findWatch(all, place))?.settings ?? defaultWatchSettings
  const schedule = every ?? daily ?? weekly ?? before.schedule
  const cost = await all.watches.cost(profile.id, list)
  print(costWords(cost, schedule))
  await all.watches.set(
    place,
    {
      ...before,
      schedule,
      conditions: on ?? before.conditions,
      keep: { loads: keepLoads ?? before.keep.loads, days: keepDays ?? before.keep.days },
      ...(id === undefined ? {} : { idPath: id }),
    },
    confirmByName(confirm),
  )
  const watch = await requireWatch(all, profile, place)
  answer(
    { ...valueOf({ profile, watch }), cost: cost ?? null },
    `Watching ${watchTitle(watch)} of ${profile.name} ${scheduleWords(schedule)}. Keeps ${keepWords(watch.settings.keep)}.`,
  )
}

/** Switches a watch on, which also ends a pause. */
export function switchWatchOn(
  context: CommandContext,
  name: string,
  list: ListName,
  options: ViewOption & { readonly confirm?: string },
): Promise<void> {
  return switchWatch(context, name, list, options, true)
}

/** Switches a watch off. */
export function switchWatchOff(
  context: CommandContext,
  name: string,
  list: ListName,
  options: ViewOption & { readonly confirm?: string },
): Promise<void> {
  return switchWatch(context, name, list, options, false)
}

async function switchWatch(
  { services, answer }: CommandContext,
  name: string,
  list: ListName,
  { view, confirm }: ViewOption & { readonly confirm?: string },
  isOn: boolean,
): Promise<void> {
  const all = await services()
  const { profile, place } = await placeOf(all, name, list, view)
  const { id } = await requireWatch(all, profile, place)
  await all.watches.switch(profile.id, id, isOn, confirmByName(confirm))
  const watch = await requireWatch(all, profile, place)
  answer(
    valueOf({ profile, watch }),
    isOn
      ? `Watching ${watchTitle(watch)} of ${profile.name} ${scheduleWords(watch.settings.schedule)}.`
      : `No longer watching ${watchTitle(watch)} of ${profile.name}. Its history stays.`,
  )
}

/** Removes a watch with its history and the records of its loads. */
export async function removeWatch(
  { services, answer }: CommandContext,
  name: string,
  list: ListName,
  { view, confirm }: ViewOption & { readonly confirm?: string },
): Promise<void> {
  const all = await services()
  const { profile, place } = await placeOf(all, name, list, view)
  const watch = await requireWatch(all, profile, place)
  await all.watches.remove(profile.id, watch.id, confirmByName(confirm))
  answer(valueOf({ profile, watch }), `Removed the watch of ${watchTitle(watch)} of ${profile.name}, and its loads.`)
}

/** @throws `profile-not-found`; `input-invalid` if there is no such view */
async function placeOf(
  { profiles, listViews }: WatchServices,
  name: string,
  list: ListName,
  view: string | undefined,
): Promise<{ readonly profile: Profile; readonly place: WatchedPlace }> {
  const { profile } = await profiles.find(name)
  const place = { profileId: profile.id, list }
  return {
    profile,
    place: view === undefined ? place : { ...place, viewId: (await listViews.find(place, view)).id },
  }
}

async function findWatch(
  services: WatchServices,
  { profileId, list, viewId }: WatchedPlace,
): Promise<Watch | undefined> {
  return (await watchesOf(services)).find(
    ({ watch }) => watch.profileId === profileId && watch.list === list && watch.viewId === viewId,
  )?.watch
}

/** @throws `input-invalid` if it is not watched */
async function requireWatch(services: WatchServices, { name }: Profile, place: WatchedPlace): Promise<Watch> {
  const watch = await findWatch(services, place)
  if (watch !== undefined) return watch
  const what = place.viewId === undefined ? 'not watched as a whole' : 'not watched with this view'
  throw new ClavisError('input-invalid', `${listTitles[place.list]} of “${name}”: ${what}.`, {
    hint: 'Watch it first, or choose another view with --view.',
  })
}

function nextWords({ isOn, paused, nextAt }: Watch): string {
  if (!isOn) return 'off'
  return paused === undefined ? (nextAt ?? '–') : `paused: ${paused.error.message}`
}

function valueOf({ profile, watch }: WatchOfProfile): object {
  return { profile: profile.name, ...watch }
}
