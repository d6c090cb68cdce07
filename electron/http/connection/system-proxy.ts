import { proxyOfAddress, type Proxy } from './proxy-choice.ts'

/** The part of Electron's session that knows the system's proxy. */
interface ProxySession {
  readonly resolveProxy: (url: string) => Promise<string>
}

/**
 * Returns the system's proxy for an address by Chromium's own rules (PAC scripts and exceptions included).
 * @returns undefined for a direct connection
 * @throws `input-invalid`, `network-proxy`
 */
export async function systemProxy(session: ProxySession, url: string): Promise<Proxy | undefined> {
  const address = firstProxy(await session.resolveProxy(url))
  return address === undefined ? undefined : proxyOfAddress(address, 'The system’s proxy')
}

/**
 * Parses a result in PAC format, e.g. `PROXY proxy.example.com:3128; DIRECT`. Prefers HTTP proxies to others, which are
 * then refused, but no direct connection: the network may not allow it.
 */
export function firstProxy(answer: string): string | undefined {
  let other: string | undefined
  for (const entry of answer.split(';')) {
    const [kind, address] = entry.trim().split(/\s+/u)
    if (kind === 'DIRECT') return other
    if (kind === undefined || address === undefined) continue
    if (kind === 'PROXY' || kind === 'HTTP') return `http://${address}`
    if (kind === 'HTTPS') return `https://${address}`
    other ??= `${kind.toLowerCase()}://${address}`
  }
  return other
}
