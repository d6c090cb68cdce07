import type { Session } from 'electron'

/**
 * Returns the system's proxy for an address by Chromium's own rules (PAC scripts and exceptions included).
 * @returns the proxy's URL, or undefined for a direct connection
 */
export async function systemProxy(session: Session, url: string): Promise<string | undefined> {
  return firstProxy(await session.resolveProxy(url))
}

/**
 * Parses a result in PAC format, e.g. `PROXY proxy.example.com:3128; DIRECT`. Skips SOCKS entries, which the HTTP
 * client doesn't support.
 */
export function firstProxy(answer: string): string | undefined {
  for (const entry of answer.split(';')) {
    const [kind, address] = entry.trim().split(/\s+/u)
    if (kind === 'DIRECT') return undefined
    if (address === undefined) continue
    if (kind === 'PROXY' || kind === 'HTTP') return `http://${address}`
    if (kind === 'HTTPS') return `https://${address}`
  }
  return undefined
}
