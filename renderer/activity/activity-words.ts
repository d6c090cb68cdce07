import type { ActivityEntry } from '../../shared/model/activity/activity.ts'

export interface ActivityFilter {
  /** A kind of activity, or `all`. */
  readonly kind: string
  readonly failuresOnly: boolean
  readonly search: string
}

/** How each kind is named in the filter. */
export const kindNames: Readonly<Record<ActivityEntry['kind'] | 'all', string>> = {
  all: 'Everything',
  token: 'Token requests',
  call: 'Calls',
  list: 'List pages',
  key: 'Uses of keys',
  webhook: 'Warnings sent',
}

/** The lines that a filter leaves. */
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

/** How an exchange went, in a word or two. */
export function outcomeWords({ outcome, status, errorCode }: ActivityEntry): string {
  const answer = status === undefined ? (errorCode ?? '') : String(status)
  switch (outcome) {
    case 'ok':
      return answer === '' ? 'Done' : answer
    case 'retried':
      return `${answer}, tried again`
    case 'failed':
      return answer === '' ? 'Failed' : answer
  }
}

/** The size of an answer, in the unit that suits it. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
