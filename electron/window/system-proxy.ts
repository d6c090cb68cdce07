import type { Session } from 'electron'

/**
 * The system's proxy for an address, by Chromium's own rules (PAC scripts and exceptions included).
 * @returns the proxy's URL, or undefined for a direct connection
 */
export async function systemProxy(session: Session, url: string): Promise<string | undefined> {
  return firstProxy(await session.resolveProxy(url))
}

/**
 * Reads an answer in the form of a PAC script's, e.g. `PROXY proxy.example.com:3128; DIRECT`. SOCKS entries are
 * passed over: the HTTP client does not speak it.
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
