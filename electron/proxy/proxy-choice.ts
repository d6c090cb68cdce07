import type { Profile } from '../../shared/model/profile/profile.ts'
import { Secret } from '../keychain/secret.ts'

/** Credentials for a proxy that requires them (RFC 7617). */
export interface ProxyLogin {
  readonly user: string
  /** `undefined`: the keychain has none, so none is sent. */
  readonly password: Secret | undefined
}

/** A proxy that a request uses. */
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

/** Returns the proxy settings of a profile. */
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

/** Parses a proxy address with user and password, as in environment variables. */
export function proxyOfAddress(text: string): Proxy {
  const url = new URL(text)
  const { username, password } = url
  if (username === '' && password === '') return { address: text }
  url.username = ''
  url.password = ''
  const login = { user: decodeURIComponent(username), password: Secret.fromText(decodeURIComponent(password)) }
  return { address: url.href, login }
}
