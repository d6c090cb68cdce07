import { visibleLine } from '../../shared/model/values/visible-text.ts'

/** The longest value that a question shows, characters. */
const maxShown = 120

/** The longest host that a question shows whole, characters: a name of DNS (RFC 1035 §2.3.4) with scheme and port. */
const maxHost = 270

/** The most lines of one kind, such as added authorities, in a question. */
const maxLinesOfKind = 5

/** A value of a setting in short. */
export function shownValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (value === '') return 'none'
  return value.length > maxShown
    ? `${visibleLine(value.slice(0, maxShown))}… (${value.length} characters)`
    : visibleLine(value)
}

/** An address before and after a change: hosts alone if they differ, since they are what matters. */
export function shownAddresses(before: string, after: string): string {
  const [from, to] = [originOf(before), originOf(after)]
  if (from === to) return `${shownValue(before)} → ${shownValue(after)}`
  return `${from === undefined ? shownValue(before) : shownHost(from)} → ${to === undefined ? shownValue(after) : shownHost(to)}`
}

/** A host with both of its ends: longer ones than DNS has would push the rest of a question out of its dialog. */
export function shownHost(host: string): string {
  if (host.length <= maxHost) return host
  return `${host.slice(0, maxShown)}…${host.slice(-maxShown)} (${host.length} characters)`
}

/** The first lines of a kind, and how many more there are: a long list would push the rest of a question out of its dialog. */
export function inShort(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxLinesOfKind)
  return lines.length > shown.length ? [...shown, `    and ${lines.length - shown.length} more of these`] : shown
}

/** The host of an address with its port; with its scheme if that is not https. Undefined: no address. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin } = new URL(address)
  return protocol === 'https:' ? host : origin
}
