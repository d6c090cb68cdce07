import type { ActivityEntry } from './activity.ts'
import { shellWord } from '../values/shell-word.ts'

/**
 * Formats a request as a curl command, which works when `$TOKEN` is set; undefined if it can't be repeated: a token
 * request contains an assertion, and a page after the first a cursor, which are not stored.
 */
export function curlCommand({ kind, method, address, what }: ActivityEntry): string | undefined {
  if (address === undefined || method !== 'GET' || (kind !== 'call' && kind !== 'list')) return undefined
  if (kind === 'list' && /^Page (?!1 )/u.test(what)) return undefined
  return `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' ${shellWord(address)}`
}
