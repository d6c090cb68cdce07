import type { ActivityEntry } from '../../shared/model/activity/activity.ts'

/** How many are offered again. */
const offered = 8

/** Addresses that were called lately, the newest first, each once. @param entries newest first */
export function recentCalls(entries: readonly ActivityEntry[]): string[] {
  const addresses = entries.flatMap(({ kind, what, address }) =>
    kind === 'call' && what === 'Call' && address !== undefined ? [address] : [],
  )
  return [...new Set(addresses)].slice(0, offered)
}
