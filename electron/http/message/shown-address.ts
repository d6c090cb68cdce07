import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { HttpRequest } from './http-message.ts'

/** Scheme, host and path: a query may hold what is nobody else's business. */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** The address as the activity and errors name it. */
export function shownAddress({ url, hidesPath }: HttpRequest): string {
  return hidesPath === true ? new URL(url).origin : addressOf(url)
}

/** How much of the address that a redirect leads to is told, characters. */
const longestTarget = 300

/** The refusal to follow a redirect. */
export function redirected(request: HttpRequest, status: number, location: string): ClavisError {
  const { url } = request
  const target = URL.canParse(location, url)
    ? shownAddress({ ...request, url: new URL(location, url).href }).slice(0, longestTarget)
    : 'an address that is none'
  return new ClavisError(
    'redirect-refused',
    `${shownAddress(request)} redirects to ${target}, and Clavis did not follow.`,
    {
      hint: 'Credentials are never sent on to another address. If the new address is right, enter it in the profile.',
      details: { status, location: target },
    },
  )
}
