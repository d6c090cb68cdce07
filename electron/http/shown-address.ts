import { ClavisError } from '#shared/errors.ts'
import type { HttpRequest } from './http-message.ts'

type Addressed = Pick<HttpRequest, 'url' | 'hidesPath'>

/**
 * Returns scheme, host and path, e.g. `https://api.example.com/v1/reports`, without the query, which may hold private
 * data.
 */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Returns the address as the activity and errors show it, e.g. `https://api.example.com` if the path is hidden. */
export function shownAddress({ url, hidesPath }: Addressed): string {
  return hidesPath === true ? new URL(url).origin : addressOf(url)
}

/** How much of a redirect's target is shown, characters. */
const maxTargetLength = 300

/** Creates the error for a redirect, which Clavis doesn't follow. */
export function redirected(request: Addressed, status: number, location: string): ClavisError {
  const { url } = request
  const target = URL.canParse(location, url)
    ? shownAddress({ ...request, url: new URL(location, url).href }).slice(0, maxTargetLength)
    : 'an address that is none'
  return new ClavisError(
    'redirect-refused',
    `${shownAddress(request)} redirects to ${target}. Clavis did not follow.`,
    {
      hint: 'Credentials are never sent to another address. If the new address is right, enter it in the profile.',
      details: { status, location: target },
    },
  )
}
