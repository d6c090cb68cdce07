import type { ActivityEntry } from '../../shared/model/activity/activity.ts'

/** Which entries of the activity are shown. */
export interface ActivityFilter {
  readonly kind: ActivityEntry['kind'] | 'all'
  readonly failuresOnly: boolean
  readonly search: string
}

/** Returns the entries that match a filter. */
export function filterActivity(entries: readonly ActivityEntry[], filter: ActivityFilter): readonly ActivityEntry[] {
  const needle = filter.search.trim().toLowerCase()
  return entries.filter(
    (entry) =>
      (filter.kind === 'all' || entry.kind === filter.kind) &&
      (!filter.failuresOnly || entry.outcome !== 'ok') &&
      (needle === '' ||
        [entry.what, entry.address, entry.keyName, String(entry.status ?? ''), entry.errorCode].some(
          (text) => text?.toLowerCase().includes(needle) === true,
        )),
  )
}
