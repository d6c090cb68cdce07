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

/** Says what happened, e.g. `Page 2 of reports loaded`, `Connection test failed`, `GET /payments by curl succeeded`. */
export function requestSentence({ kind, what, outcome, method = 'GET', address }: ActivityLine): string {
  // `Call`, or `Call by` a program.
  const isCall = kind === 'call' && /^Call( by |$)/u.test(what) && address !== undefined
  const subject = isCall ? `${method} ${pathOf(address)}${what.slice('Call'.length)}` : what
  if (outcome !== 'ok') return `${subject} ${outcome === 'failed' ? 'failed' : 'failed, then retried'}`
  if (kind === 'key') return subject
  return `${subject} ${kind === 'list' ? 'loaded' : 'succeeded'}`
}

/** A line of the log: an entry, or the pages of one load that were received in a row, the last one first. */
export type LogLine = ActivityLine | readonly ActivityLine[]

/** Joins pages of a list that were received one after the other, without a failure or another request in between. */
export function foldPages(entries: readonly ActivityLine[]): readonly LogLine[] {
  const lines: (ActivityLine | ActivityLine[])[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    const pages = last === undefined ? [] : [last].flat()
    if (!isPageBefore(pages.at(-1), entry)) lines.push(entry)
    else lines[lines.length - 1] = [...pages, entry]
  }
  return lines
}

/** Says which pages were received, e.g. `Pages 1 to 25 of reports loaded`. @param pages the last one first */
export function pagesSentence(pages: readonly ActivityLine[]): string {
  const [from, to] = [pages.at(-1), pages[0]].map((entry) => entry && pageOf(entry))
  return `Pages ${from?.page ?? ''} to ${to?.page ?? ''} of ${to?.list ?? ''} loaded`
}

function isPageBefore(later: ActivityLine | undefined, entry: ActivityLine): boolean {
  const [own, next] = [pageOf(entry), later && pageOf(later)]
  if (own === undefined || next === undefined || entry.address !== later?.address) return false
  return own.list === next.list && own.page === next.page - 1
}

/** Returns which page of which list was received; undefined if the entry is of something else. */
function pageOf({ kind, outcome, what }: ActivityLine): { readonly page: number; readonly list: string } | undefined {
  const { page, list } = /^Page (?<page>\d+) of (?<list>.+)$/u.exec(what)?.groups ?? {}
  if (kind !== 'list' || outcome !== 'ok' || page === undefined || list === undefined) return undefined
  return { page: Number(page), list }
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
