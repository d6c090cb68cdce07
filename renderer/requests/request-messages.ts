import type { ActivityLine } from '#shared/requests/activity.ts'

export interface RequestFilter {
  readonly kind: ActivityLine['kind'] | 'all'
  readonly failuresOnly: boolean
  readonly search: string
}

export function filterRequests(entries: readonly ActivityLine[], filter: RequestFilter): readonly ActivityLine[] {
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

export const kindNames: Readonly<Record<RequestFilter['kind'], string>> = {
  all: 'All',
  token: 'Token requests',
  call: 'Calls',
  list: 'List pages',
  key: 'Key use',
  webhook: 'Webhook deliveries',
}

/** Says what happened, e.g. `Page 2 of reports loaded`, `Connection test failed`, `Assertion signed`. */
export function requestSentence({ kind, what, outcome, method = 'GET', address }: ActivityLine): string {
  const isCall = kind === 'call' && what === 'Call' && address !== undefined
  const subject = isCall ? `${method} ${pathOf(address)}` : what
  if (outcome !== 'ok') return `${subject} ${outcome === 'failed' ? 'failed' : 'failed, then retried'}`
  if (kind === 'key') return subject
  return `${subject} ${kind === 'list' ? 'loaded' : 'succeeded'}`
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address
}

/** Describes an entry's result in a word or two. */
export function resultMessage({ outcome, status, errorCode }: ActivityLine): string {
  const result = status === undefined ? errorCode : String(status)
  switch (outcome) {
    case 'ok':
      return result ?? 'OK'
    case 'retried':
      return `${result ?? ''}, retried`
    case 'failed':
      return result ?? 'Failed'
  }
}

/** Formats a number of bytes: `512 B`, `1.5 KiB`, `2.0 MiB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
