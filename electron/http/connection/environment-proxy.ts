import { hostPortOf } from './connection-opening.ts'
import { proxyOfAddress, type Proxy } from './proxy-choice.ts'
import { isExcepted } from './proxy-exceptions.ts'

/**
 * Returns the proxy for an address from `https_proxy`, `http_proxy` or `all_proxy`, unless `no_proxy` lists its host.
 * Lower-case names win over upper-case ones, as in curl. Upper-case `HTTP_PROXY` is ignored, because a web server may
 * set it from a request header.
 * @throws `input-invalid`, which names the variable, and `network-proxy`
 */
export function environmentProxy(url: string, env: Readonly<Record<string, string | undefined>>): Proxy | undefined {
  const address = new URL(url)
  const scheme = address.protocol.slice(0, -1)
  if (isExcepted(hostPortOf(address), filled(env['no_proxy']) ?? env['NO_PROXY'] ?? '')) return undefined
  for (const name of [`${scheme}_proxy`, ...(scheme === 'https' ? ['HTTPS_PROXY'] : []), 'all_proxy', 'ALL_PROXY']) {
    const proxy = filled(env[name])
    if (proxy !== undefined)
      return proxyOfAddress(/^[a-z][a-z\d+.-]*:\/\//iu.test(proxy) ? proxy : `http://${proxy}`, name)
  }
  return undefined
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
