import { ClavisError } from '../../../shared/model/errors/error.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { ServiceClient } from '../../oauth/service-client.ts'
import { urlBelow } from '../../oauth/service-url.ts'
import type { FetchPage } from './page-requests.ts'

/** Fetches pages with a profile's token. */
export type PageClient = Pick<ServiceClient, 'get'>

/**
 * Fetches a list's pages: the cursor goes in the request header `next` (service document, section 4.3).
 * @param basis what the load depends on; once the profile has another one, its pages are no longer requested: they would be
 *   another client's, say
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

/** Tells what the load of a profile's list depends on: with another basis it would load something else. */
export function basisOf({ reportsBaseUrl, clientId, tokenUrl, recordMembers }: Profile, list: ListName): string {
  return JSON.stringify([reportsBaseUrl, clientId, tokenUrl, recordMembers[list]])
}

/** What {@link basisOf} consists of, in its order. */
const basisParts = ['reporting address', 'client ID', 'token endpoint', 'member chosen for the records'] as const

/** @throws `list-cursor-refused` */
function requireBasis(profile: Profile, list: ListName, basis: string): void {
  const now = basisOf(profile, list)
  if (now === basis) return
  throw new ClavisError(
    'list-cursor-refused',
    `This reading cannot go on: “${profile.name}” has ${basisChange(basis, now)} than when it was begun.`,
    { hint: 'What was read is kept. Read the list again from its first page.' },
  )
}

/** Says what a profile has now that it had not when a load began: `another client ID`. */
function basisChange(before: string, now: string): string {
  const [olds, news] = [settingsOf(before), settingsOf(now)]
  const changed = basisParts.filter((_, index) => olds[index] !== news[index])
  return changed.map((part) => `another ${part}`).join(' and ')
}

function settingsOf(basis: string): readonly unknown[] {
  return JSON.parse(basis) as unknown[]
}
