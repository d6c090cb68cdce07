import { listTitles, type ListName } from '../../shared/model/list-name.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { ServiceClient } from '../oauth/service-client.ts'
import { urlBelow } from '../oauth/service-url.ts'
import type { FetchPage } from './list-run.ts'
import { listPaths } from './record-members.ts'

/** Who fetches pages with a profile's token. */
export type PageClient = Pick<ServiceClient, 'get'>

/** Fetches a list's pages: the cursor goes in the request header `next` (service document, section 4.3). */
export function pagesOf(client: PageClient, { id, reportsBaseUrl }: Profile, list: ListName): FetchPage {
  const url = urlBelow(reportsBaseUrl, listPaths[list])
  return (cursor, pageNumber, control) =>
    client.get(id, url, {
      kind: 'list',
      what: `Page ${pageNumber} of ${listTitles[list].toLowerCase()}`,
      headers: cursor === undefined ? {} : { next: cursor },
      ...control,
    })
}

/** What the readings of a profile's list depend on: with another basis they would read something else. */
export function basisOf({ reportsBaseUrl, clientId, tokenUrl, recordMembers }: Profile, list: ListName): string {
  return JSON.stringify([reportsBaseUrl, clientId, tokenUrl, recordMembers[list]])
}

/** What {@link basisOf} consists of, in its order, as it is said of a profile that has another one. */
const basisWords = ['reporting address', 'client ID', 'token endpoint', 'member chosen for the records'] as const

/** What a profile has now that it had not when a reading began, in words: `another client ID`. */
export function basisChange(before: string, now: string): string {
  const [olds, news] = [settingsOf(before), settingsOf(now)]
  const changed = basisWords.filter((_, index) => olds[index] !== news[index])
  return changed.map((words) => `another ${words}`).join(' and ')
}

function settingsOf(basis: string): readonly unknown[] {
  return JSON.parse(basis) as unknown[]
}
