import { placeWords } from '../expiry/warning-messages.ts'
import { listTitles } from '../profiles/list-name.ts'
import { loadsPerDay } from './watch-schedule.ts'
import type {
  Watch,
  WatchChanges,
  WatchCondition,
  WatchCost,
  WatchLoad,
  WatchSchedule,
  WatchSettings,
} from './watch.ts'

/** Names what is watched, e.g. `Reports: Failed last week`. */
export function watchTitle({ list, viewName }: Pick<Watch, 'list' | 'viewName'>): string {
  return viewName === undefined ? listTitles[list] : `${listTitles[list]}: ${viewName}`
}

/** Puts a condition into words, as a choice and in a warning's title, e.g. `More than 20 records`. */
export function conditionWords(condition: WatchCondition): string {
  switch (condition.kind) {
    case 'appeared':
      return 'New records'
    case 'changed':
      return 'Changed records'
    case 'vanished':
      return 'Removed records'
    case 'above':
      return `More than ${condition.bound.toLocaleString()} records`
    case 'below':
      return `Fewer than ${condition.bound.toLocaleString()} records`
    case 'failed':
      return 'Load failed'
    case 'slow':
      return 'Load takes three times as long as usual'
    case 'fields':
      return 'Fields added or removed'
  }
}

/** Says what changed since the load before, e.g. `3 new, 1 removed`. */
export function changesWords({ appeared, changed, vanished, newFields, lostFields }: WatchChanges): string {
  const parts = [
    countOf(appeared, 'new'),
    countOf(changed, 'changed'),
    countOf(vanished, 'removed'),
    fieldsOf(newFields, 'new'),
    fieldsOf(lostFields, 'removed'),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'No changes' : parts.join(', ')
}

/** Puts a load into a few words, e.g. `25 records · 3 new`. */
export function loadWords(load: WatchLoad): string {
  if (load.kind === 'failed') return `Failed: ${load.error.message}`
  const { matching, changes, notCompared } = load
  const records = matching === 1 ? '1 record' : `${matching.toLocaleString()} records`
  if (changes !== undefined) return `${records} · ${changesWords(changes)}`
  return `${records} · ${notCompared === undefined ? 'first load' : 'not compared'}`
}

/** Says that conditions were met: a line for each channel. */
export function warningOf(
  { title, profile }: { readonly title: string; readonly profile: Parameters<typeof placeWords>[0] },
  load: WatchLoad,
): { readonly title: string; readonly text: string; readonly tone: 'bad' | 'warn' } {
  const place = `${placeWords(profile)}, ${title}`
  if (load.kind === 'failed')
    return { title: `${title}: load failed`, text: `${place}: ${load.error.message}`, tone: 'bad' }
  const words = load.met.map((condition) => metWords(condition, load))
  return { title: `${title}: ${words[0] ?? 'loaded'}`, text: `${place}: ${words.join(', ')}.`, tone: 'warn' }
}

/** Says how a condition was met. */
function metWords(condition: WatchCondition, load: Extract<WatchLoad, { kind: 'loaded' }>): string {
  const { changes, matching, durationMs } = load
  const records = (count: number): string => (count === 1 ? 'record' : 'records')
  switch (condition.kind) {
    case 'appeared':
      return `${(changes?.appeared ?? 0).toLocaleString()} new ${records(changes?.appeared ?? 0)}`
    case 'changed':
      return `${(changes?.changed ?? 0).toLocaleString()} changed ${records(changes?.changed ?? 0)}`
    case 'vanished':
      return `${(changes?.vanished ?? 0).toLocaleString()} removed ${records(changes?.vanished ?? 0)}`
    case 'above':
      return `${matching.toLocaleString()} records, more than ${condition.bound.toLocaleString()}`
    case 'below':
      return `${matching.toLocaleString()} ${records(matching)}, fewer than ${condition.bound.toLocaleString()}`
    case 'slow':
      return `the load took ${Math.round(durationMs / 1000).toLocaleString()} s, three times as long as usual`
    case 'fields':
      return [fieldsOf(changes?.newFields ?? [], 'new'), fieldsOf(changes?.lostFields ?? [], 'removed')]
        .filter((part) => part !== undefined)
        .join(', ')
    case 'failed':
      return 'the load failed'
  }
}

/** Says which loads are kept, e.g. `10 loads, at most 30 days`. */
export function keepWords({ loads, days }: WatchSettings['keep']): string {
  return `${loads} loads, at most ${days === 1 ? '1 day' : `${days} days`}`
}

/** Says what a schedule costs, by the last complete load of the list; undefined: there is none. */
export function costWords(cost: Pick<WatchCost, 'pages'> | undefined, schedule: WatchSchedule): string {
  if (cost === undefined) return 'Cost not known yet: the list was never loaded completely.'
  const perDay = loadsPerDay(schedule)
  const [requests, time] = perDay < 1 ? [cost.pages * perDay * 7, 'week'] : [cost.pages * perDay, 'day']
  const of = (count: number, what: string): string =>
    count === 1 ? `1 ${what}` : `${Math.round(count).toLocaleString()} ${what}s`
  return `About ${of(cost.pages, 'page')} a load, ${of(requests, 'request')} a ${time}, plus token requests.`
}

function countOf(count: number, what: string): string | undefined {
  return count === 0 ? undefined : `${count.toLocaleString()} ${what}`
}

function fieldsOf(paths: readonly string[], what: string): string | undefined {
  const [first] = paths
  if (first === undefined) return undefined
  return paths.length === 1 ? `${what} field “${first}”` : `${paths.length} ${what} fields (“${first}”, …)`
}
