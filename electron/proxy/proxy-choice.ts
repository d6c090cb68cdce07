import type { Profile } from '../../shared/model/profile/profile.ts'
import { Secret } from '../keychain/secret.ts'

/** Who a proxy is told that asks it (RFC 7617). */
export interface ProxyLogin {
  readonly user: string
  /** `undefined`: the keychain holds none, and nobody is told. */
  readonly password: Secret | undefined
}

/** A proxy that a request goes through. */
export interface Proxy {
  /** `http://…` or `https://…`, without user and password. */
  readonly address: string
  readonly login?: ProxyLogin
}

/** The way out of this computer that was chosen for a request. */
export type ProxyChoice =
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'own'
      readonly address: string
      /** Empty where the proxy asks for none. */
      readonly user: string
      /** Whose password in the keychain goes with the user. */
      readonly profileId: string
      /** Where it is not used. */
      readonly exceptions: string
    }

/** What a profile chose. */
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

/** A proxy's address with user and password in it, as environment variables have them, taken apart. */
export function proxyOfAddress(text: string): Proxy {
  const url = new URL(text)
  const { username, password } = url
  if (username === '' && password === '') return { address: text }
  url.username = ''
  url.password = ''
  const login = { user: decodeURIComponent(username), password: Secret.fromText(decodeURIComponent(password)) }
  return { address: url.href, login }
}
