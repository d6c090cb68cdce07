import type { ActivityLine } from '#shared/requests/activity.ts'

/** Number of recent calls that are offered. */
const offered = 8

/** Returns recently called addresses, newest first, each once. @param entries newest first */
export function recentAddresses(entries: readonly ActivityLine[]): string[] {
  const addresses = entries.flatMap(({ kind, what, address }) =>
    kind === 'call' && what === 'Call' && address !== undefined ? [address] : [],
  )
  return [...new Set(addresses)].slice(0, offered)
}
