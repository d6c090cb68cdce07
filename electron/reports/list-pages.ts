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
