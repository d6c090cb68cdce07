import { visibleLine } from '#shared/values/visible-text.ts'

/** Maximum length of a value in a question, characters. */
const maxShown = 120

/** Maximum length of a host, characters: a DNS name (RFC 1035 §2.3.4) with scheme and port. */
const maxHost = 270

/** Maximum lines of one kind, such as added CAs, in a question. */
export const maxLinesOfKind = 5

/** Formats the value of a setting, shortened if needed. */
export function shownValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (value === '') return 'none'
  return value.length > maxShown
    ? `${visibleLine(value.slice(0, maxShown))}… (${value.length} characters)`
    : visibleLine(value)
}

/** Formats the change of an address: only the hosts if they differ, since they matter most. */
export function shownAddresses(before: string, after: string): string {
  const [from, to] = [originOf(before), originOf(after)]
  if (from === to) return `${shownValue(before)} → ${shownValue(after)}`
  return `${from === undefined ? shownValue(before) : shownHost(from)} → ${to === undefined ? shownValue(after) : shownHost(to)}`
}

/** Formats a host with both of its ends: an overlong one would push the rest of a question out of its dialog. */
export function shownHost(host: string): string {
  if (host.length <= maxHost) return host
  return `${host.slice(0, maxShown)}…${host.slice(-maxShown)} (${host.length} characters)`
}

/** Shortens a list of lines: a long one would push the rest of a question out of its dialog. */
export function inShort(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxLinesOfKind)
  return lines.length > shown.length ? [...shown, `    and ${lines.length - shown.length} more`] : shown
}

/** Returns host and port of an address, with the scheme if it is not https; undefined if it is not a URL. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin } = new URL(address)
  return protocol === 'https:' ? host : origin
}
