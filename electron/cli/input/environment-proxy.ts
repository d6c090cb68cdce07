import { hostPortOf } from '../../http/connection/connection-opening.ts'
import { isExcepted } from '../../proxy/proxy-exceptions.ts'

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`, unless `NO_PROXY`
 * excepts its host. Lower-case names go before upper-case ones, as curl and others read them; upper-case `HTTP_PROXY`
 * is left out, since a web server may set it from a request's header.
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
