import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { Secret } from '../../keychain/secret.ts'

/** Credentials for a proxy that requires them (RFC 7617). */
export interface ProxyLogin {
  readonly user: string
  /** `undefined`: the keychain has none, so none is sent. */
  readonly password: Secret | undefined
}

export interface Proxy {
  /** `http://…` or `https://…`, without user and password. */
  readonly address: string
  readonly login?: ProxyLogin
}

/** How a request leaves this computer. */
export type ProxyChoice =
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'own'
      readonly address: string
      /** Empty if the proxy requires none. */
      readonly user: string
      /** The profile whose proxy password is in the keychain. */
      readonly profileId: string
      /** Hosts for which it is not used. */
      readonly exceptions: string
    }

export function proxyChoiceOf({
  id,
  proxy,
  proxyUser,
  proxyExceptions,
}: Pick<Profile, 'id' | 'proxy' | 'proxyUser' | 'proxyExceptions'>): ProxyChoice {
  const kind = proxy.toLowerCase()
  if (kind === 'system' || kind === 'none') return { kind }
  return { kind: 'own', address: proxy, user: proxyUser, profileId: id, exceptions: proxyExceptions }
}

/**
 * Parses a proxy address with user and password, such as `http://user:password@proxy.example.com:3128` in an
 * environment variable.
 * @param source where it is set. Errors name it instead of the address, which may contain a password
 * @throws `input-invalid`, and `network-proxy` if it is not an HTTP proxy
 */
export function proxyOfAddress(text: string, source: string): Proxy {
  const url = parsed(text, source)
  const scheme = url.protocol.slice(0, -1)
  if (scheme !== 'http' && scheme !== 'https')
    throw new ClavisError('network-proxy', `The proxy ${url.host} uses “${scheme}”, which Clavis doesn’t support.`, {
      hint: 'Use a proxy whose address starts with http:// or https://.',
      details: { proxy: url.host },
    })
  const { username, password } = url
  if (username === '' && password === '') return { address: text }
  url.username = ''
  url.password = ''
  const login = { user: decodeURIComponent(username), password: Secret.fromText(decodeURIComponent(password)) }
  return { address: url.href, login }
}

function parsed(text: string, source: string): URL {
  let cause: unknown
  try {
    const url = new URL(text)
    decodeURIComponent(url.username + url.password)
    // Anything after the host is a misread password: with `#`, `/` or `?` in it, its first part would be the host.
    if (url.host !== '' && /^\/?$/u.test(url.pathname + url.search + url.hash)) return url
  } catch (error) {
    cause = error
  }
  throw new ClavisError('input-invalid', `${source} is not a valid proxy address.`, {
    hint: 'Use an address such as http://proxy.example.com:3128. Encode special characters in its user name and password, for example # as %23.',
    cause,
  })
}
