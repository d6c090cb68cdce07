import { proxyOfAddress, type Proxy } from './proxy-choice.ts'

/**
 * Returns the system's proxy for an address.
 * @param answer what Chromium found by its own rules (PAC scripts and exceptions included), in PAC format
 * @returns undefined for a direct connection
 * @throws `input-invalid`, `network-proxy`
 */
export function systemProxy(answer: string): Proxy | undefined {
  const address = firstProxy(answer)
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
