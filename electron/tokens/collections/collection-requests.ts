import { reportsPrefix } from '#shared/local-address/local-address.ts'
import { listNames, listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { nameLines } from '#shared/questions.ts'
import { confirmInProduction, type Confirm } from '../../confirmation.ts'

/**
 * Addresses that a collection keeps as variables, so that each is changed in one place. With names of Clavis's own: a person's
 * environment goes before a collection's variables, and would send the token to another address.
 */
export type AddressVariable = 'clavisApiBaseUrl' | 'clavisReportsBaseUrl'

/** The variable with the token. */
export const tokenVariable = 'clavisAccessToken'

/** One GET of a collection. */
export interface CollectionRequest {
  readonly name: string
  readonly base: AddressVariable
  /** Below the base address, without a slash in front. */
  readonly path: string
  /** Whether it returns pages: the header `next` asks for the page after one. */
  readonly isList: boolean
}

/** What a profile's collection contains. It has no secret, and nothing of the token request: `clavis` makes that. */
export interface Collection {
  readonly name: string
  readonly addresses: readonly { readonly name: AddressVariable; readonly value: string }[]
  readonly requests: readonly CollectionRequest[]
  /** Arguments of `clavis` that print the token as JSON; undefined if an open local address adds it. */
  readonly tokenArguments: readonly string[] | undefined
}

/**
 * Returns what the collection of a profile contains: the hello-world check and the lists, if it has their addresses.
 * @param localUrl of the profile's open local address, which its calls go to
 */
export function collectionOf(
  { name, environment, apiBaseUrl, reportsBaseUrl, helloPath }: Profile,
  localUrl?: string,
): Collection {
  const hello = {
    name: 'Hello world',
    base: 'clavisApiBaseUrl',
    path: inUrl(helloPath.replace(/^\/+/u, '')),
    isList: false,
  } as const
  const lists = listNames.map(
    (list) => ({ name: listTitles[list], base: 'clavisReportsBaseUrl', path: list, isList: true }) as const,
  )
  return {
    name,
    addresses: [
      { name: 'clavisApiBaseUrl' as const, value: apiBaseUrl, local: '' },
      { name: 'clavisReportsBaseUrl' as const, value: reportsBaseUrl, local: reportsPrefix },
    ].flatMap((each) =>
      each.value === ''
        ? []
        : [{ name: each.name, value: localUrl === undefined ? withoutSlash(each.value) : localUrl + each.local }],
    ),
    requests: [...(apiBaseUrl === '' ? [] : [hello]), ...(reportsBaseUrl === '' ? [] : lists)],
    tokenArguments:
      localUrl === undefined
        ? [
            'token',
            // `=` and `--` keep a name that starts with a dash from being an option.
            ...(environment === 'production' ? [`--confirm=${name}`] : []),
            ...['--format', 'json', '--', name],
          ]
        : undefined,
  }
}

/**
 * Asks before a collection of a Production profile is saved: its script agrees to each token by the profile's name.
 * @throws what `confirm` throws
 */
export function confirmCollection({ name, environment }: Profile, confirm: Confirm): Promise<void> {
  return confirmInProduction({ environment }, confirm, {
    names: [name],
    message: 'Save a collection that gets tokens of a Production profile?',
    details: [...nameLines([name]), 'Anyone who uses it on this computer gets tokens without being asked again.'],
    action: 'Save collection',
  })
}

function withoutSlash(url: string): string {
  return inUrl(url.replace(/\/+$/u, ''))
}

/** Encodes what no URL has: Bruno and Postman would take line breaks and braces for something of their own. */
function inUrl(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\\', '/')
    .replaceAll(/[^\w\-.~:/?[\]@!$&'()*+,;=%]/gu, encodeURIComponent)
}
