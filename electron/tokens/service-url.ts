import { ClavisError } from '#shared/errors.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'

type BaseAddresses = Pick<ProfileSettings, 'apiBaseUrl' | 'reportsBaseUrl'>

/**
 * Returns whether an address is below one of the profile's base addresses: its token is sent only there. Resolves dots
 * in the path first.
 */
export function isOwnAddress(url: string, { apiBaseUrl, reportsBaseUrl }: BaseAddresses): boolean {
  return [apiBaseUrl, reportsBaseUrl].some((base) => {
    if (base === '') return false
    const [own, asked] = [new URL(base), new URL(url)]
    const folder = own.pathname.replace(/\/*$/u, '/')
    return asked.origin === own.origin && (asked.pathname === own.pathname || asked.pathname.startsWith(folder))
  })
}

/**
 * Returns the address of a path or a whole address that a person typed.
 * @throws `input-invalid` if it is outside the profile's base addresses, or has control characters
 */
export function resolveCallUrl(text: string, settings: BaseAddresses): string {
  const path = text.trim()
  // A URL parser drops them, so another address would be called than the one that is read.
  if (/\p{Cc}/u.test(path))
    throw new ClavisError('input-invalid', 'This address contains line breaks or other control characters.', {
      hint: 'Leave them out.',
    })
  const isWhole = /^https?:\/\//iu.test(path)
  if (!isWhole && settings.apiBaseUrl === '')
    throw new ClavisError('input-invalid', 'The profile has no API base address.', {
      hint: 'Enter it in the profile’s settings.',
    })
  const url = isWhole ? path : urlBelow(settings.apiBaseUrl, path)
  if (!URL.canParse(url) || !isOwnAddress(url, settings))
    throw new ClavisError('input-invalid', 'This address is not below the profile’s base addresses.', {
      hint: 'A profile’s token is sent only to its own API and reporting addresses. Give a path below one of them.',
    })
  return new URL(url).href
}
