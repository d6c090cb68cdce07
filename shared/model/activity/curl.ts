import type { ActivityEntry } from './activity.ts'

/**
 * An exchange as a curl command, which works when `$TOKEN` is set; undefined where there is none to repeat: a token
 * request holds an assertion, and a page after the first a cursor, which are not kept.
 */
export function curlCommand({ kind, method, address, what }: ActivityEntry): string | undefined {
  if (address === undefined || method !== 'GET' || (kind !== 'call' && kind !== 'list')) return undefined
  if (kind === 'list' && /^Page (?!1 )/u.test(what)) return undefined
  return `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' ${quoted(address)}`
}

/** One word for a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
