import { ClavisError } from '../../../shared/model/errors/error.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { AuthenticatedClient } from '../../oauth/calls/authenticated-client.ts'
import { urlBelow } from '../../oauth/calls/service-url.ts'
import type { FetchPage } from './page-requests.ts'

/** Fetches pages with a profile's token. */
export type PageClient = Pick<AuthenticatedClient, 'get'>

/**
 * Returns a function that fetches a list's pages. The cursor goes in the request header `next` (service document,
 * section 4.3).
 * @param basis settings that the load depends on; requests stop once the profile's differ, because they would return
 *   another client's records, for example
 */
export function pagesOf(
  client: PageClient,
  profile: Profile,
  list: ListName,
  basis: string = basisOf(profile, list),
): FetchPage {
  const { id, reportsBaseUrl } = profile
  const url = urlBelow(reportsBaseUrl, list)
  return (cursor, pageNumber, control) =>
    client.get(id, url, {
      kind: 'list',
      what: `Page ${pageNumber} of ${listTitles[list].toLowerCase()}`,
      headers: cursor === undefined ? {} : { next: cursor },
      admit: (now) => requireBasis(now, list, basis),
      ...control,
    })
}

/** Returns the settings that the load of a profile's list depends on. */
export function basisOf({ reportsBaseUrl, clientId, tokenUrl, recordMembers }: Profile, list: ListName): string {
  return JSON.stringify([reportsBaseUrl, clientId, tokenUrl, recordMembers[list]])
}

/** The parts of {@link basisOf}, in order. */
const basisParts = ['reporting address', 'client ID', 'token endpoint', 'field for the records'] as const

/** @throws `list-cursor-refused` */
function requireBasis(profile: Profile, list: ListName, basis: string): void {
  const now = basisOf(profile, list)
  if (now === basis) return
  throw new ClavisError(
    'list-cursor-refused',
    `The ${changedParts(basis, now)} of “${profile.name}” changed after the load started.`,
    { hint: 'The records loaded so far are kept. Reload the list from its first page.' },
  )
}

/** Names the settings of a profile that changed since a load started: `reporting address and client ID`. */
function changedParts(before: string, now: string): string {
  const [olds, news] = [settingsOf(before), settingsOf(now)]
  const changed = basisParts.filter((_, index) => olds[index] !== news[index])
  return changed.join(' and ')
}

function settingsOf(basis: string): readonly unknown[] {
  return JSON.parse(basis) as unknown[]
}
