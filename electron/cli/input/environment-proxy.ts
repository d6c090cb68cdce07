import { hostPortOf } from '../../http/connection/connection-opening.ts'
import { isExcepted } from '../../proxy/proxy-exceptions.ts'

/**
 * Returns the proxy for an address from `https_proxy`, `http_proxy` or `all_proxy`, unless `no_proxy` lists its host.
 * Lower-case names win over upper-case ones, as in curl. Upper-case `HTTP_PROXY` is ignored, because a web server may
 * set it from a request header.
 */
export function environmentProxy(url: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const address = new URL(url)
  const scheme = address.protocol.slice(0, -1)
  if (isExcepted(hostPortOf(address), filled(env['no_proxy']) ?? env['NO_PROXY'] ?? '')) return undefined
  const proxy =
    filled(env[`${scheme}_proxy`]) ??
    (scheme === 'https' ? filled(env['HTTPS_PROXY']) : undefined) ??
    filled(env['all_proxy']) ??
    filled(env['ALL_PROXY'])
  if (proxy === undefined) return undefined
  return /^[a-z]+:\/\//iu.test(proxy) ? proxy : `http://${proxy}`
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
