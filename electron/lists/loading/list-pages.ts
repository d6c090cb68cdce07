import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import { listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { AuthenticatedClient } from '../../tokens/authenticated-client.ts'
import type { FetchPage } from './page-requests.ts'

/** Settings that a load depends on. */
export const loadBasisSchema = z.strictObject({
  reportsBaseUrl: z.string(),
  clientId: z.string(),
  tokenUrl: z.string(),
  /** The field for the records; null if none was chosen. */
  recordMember: z.string().nullable(),
})
export type LoadBasis = z.infer<typeof loadBasisSchema>

const basisTitles: Readonly<Record<keyof LoadBasis, string>> = {
  reportsBaseUrl: 'reporting address',
  clientId: 'client ID',
  tokenUrl: 'token endpoint',
  recordMember: 'field for the records',
}

/** Fetches pages with a profile's token. */
export type PageClient = Pick<AuthenticatedClient, 'send'>

/**
 * Returns a function that fetches a list's pages. The cursor goes in the request header `next` (service document,
 * section 4.3).
 * @param basis settings that the load depends on; requests stop once the profile's differ, because they would return
 *   another client's records, for example
 * @param requireAllowed throws if the profile, as it is by now, must not be called
 */
export function pagesOf(
  client: PageClient,
  profile: Profile,
  list: ListName,
  basis: LoadBasis = loadBasisOf(profile, list),
  requireAllowed: (now: Profile) => void = () => undefined,
): FetchPage {
  const { id, reportsBaseUrl } = profile
  const url = urlBelow(reportsBaseUrl, list)
  return (cursor, pageNumber, control) =>
    client.send(id, url, {
      kind: 'list',
      what: `Page ${pageNumber} of ${listTitles[list].toLowerCase()}`,
      headers: cursor === undefined ? {} : { next: cursor },
      checkProfile: (now) => {
        requireBasis(now, list, basis)
        requireAllowed(now)
      },
      ...control,
    })
}

/** Returns the settings that the load of a profile's list depends on. */
export function loadBasisOf({ reportsBaseUrl, clientId, tokenUrl, recordMembers }: Profile, list: ListName): LoadBasis {
  return { reportsBaseUrl, clientId, tokenUrl, recordMember: recordMembers[list] ?? null }
}

/** @throws `list-cursor-refused` */
function requireBasis(profile: Profile, list: ListName, basis: LoadBasis): void {
  const now = loadBasisOf(profile, list)
  const changed = loadBasisSchema.keyof().options.filter((name) => now[name] !== basis[name])
  if (changed.length === 0) return
  throw new ClavisError(
    'list-cursor-refused',
    `The ${changed.map((name) => basisTitles[name]).join(' and ')} of “${profile.name}” changed after the load started.`,
    { hint: 'The records loaded so far are kept. Reload the list from its first page.' },
  )
}
