import { ClavisError } from '../../shared/model/errors/error.ts'
import type { ProfileSettings } from '../../shared/model/profile/profile.ts'

type BaseAddresses = Pick<ProfileSettings, 'apiBaseUrl' | 'reportsBaseUrl'>

/** A path below a base address; the base's own path is kept whether or not it ends in a slash. */
export function urlBelow(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/u, '')}/${path.replace(/^\/+/u, '')}`
}

/**
 * Whether an address lies below one of the profile's base addresses: only there does its token go. Dots in the path
 * are resolved first.
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
 * The address that a person means by a path or a whole address.
 * @throws `input-invalid` where it lies outside of the profile's base addresses
 */
export function resolveCallUrl(text: string, settings: BaseAddresses): string {
  const path = text.trim()
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
