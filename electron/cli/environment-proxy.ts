/** Ports that belong to a scheme without being written. */
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`, unless `NO_PROXY`
 * excepts its host. Lower-case names go before upper-case ones, as curl and others read them; upper-case `HTTP_PROXY`
 * is left out, since a web server may set it from a request's header.
 */
export function environmentProxy(url: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol.slice(0, -1)
  if (isExcepted(hostname, port || (defaultPorts[protocol] ?? ''), env['no_proxy'] ?? env['NO_PROXY'] ?? ''))
    return undefined
  const proxy =
    filled(env[`${scheme}_proxy`]) ??
    (scheme === 'https' ? filled(env['HTTPS_PROXY']) : undefined) ??
    filled(env['all_proxy']) ??
    filled(env['ALL_PROXY'])
  if (proxy === undefined) return undefined
  return /^[a-z]+:\/\//iu.test(proxy) ? proxy : `http://${proxy}`
}

function isExcepted(hostname: string, port: string, exceptions: string): boolean {
  return exceptions
    .split(/[\s,]+/u)
    .filter((exception) => exception !== '')
    .some((exception) => {
      if (exception === '*') return true
      const { name = '', only } = /^(?<name>.*?)(?::(?<only>\d+))?$/u.exec(exception)?.groups ?? {}
      if (only !== undefined && only !== port) return false
      const suffix = name.toLowerCase().replace(/^\*?\./u, '')
      return hostname === suffix || hostname.endsWith(`.${suffix}`)
    })
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}
