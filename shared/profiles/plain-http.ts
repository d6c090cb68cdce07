import type { Environment } from './environment.ts'

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/u

/** Returns whether a URL's host is a loopback address, the only kind that may be called without TLS. */
export function isLoopbackUrl(text: string): boolean {
  const host = /^https?:\/\/(?<host>\[[^\]]*\]|[^/:?#]+)/iu.exec(text)?.groups?.['host']
  return host !== undefined && loopbackHost.test(host.toLowerCase())
}

interface Addresses {
  readonly environment: Environment
  readonly tokenUrl: string
  readonly apiBaseUrl: string
  readonly reportsBaseUrl: string
}

/**
 * Returns a warning if a Production profile sends its secrets and tokens unencrypted to a program on this computer, the
 * only place where plain http is allowed; undefined otherwise. The practice service is such a program on purpose.
 */
export function adviseOnPlainHttp(settings: Addresses, isPractice = false): string | undefined {
  const { environment, tokenUrl, apiBaseUrl, reportsBaseUrl } = settings
  if (environment !== 'production' || isPractice) return undefined
  const plain = [tokenUrl, apiBaseUrl, reportsBaseUrl]
    .map((address) => address.trim())
    .filter((address) => /^http:/iu.test(address) && isLoopbackUrl(address))
  if (plain.length === 0) return undefined
  const origins = [...new Set(plain.map((address) => /^http:\/\/[^/?#]+/iu.exec(address)?.[0] ?? address))]
  return `Production tokens go unencrypted to a program on this computer: ${origins.join(', ')}. Use the service’s https address.`
}
