import { connectedAddress } from '#shared/profiles/address.ts'
import { visibleLine } from '#shared/values/visible-text.ts'

/** Maximum length of a value in a question, characters. Addresses are whole. */
const maxShown = 120

/** Maximum length of an address, characters: that of an address that is entered. */
const maxAddress = 1000

/** How much two long values show before their first difference, characters. */
const context = 20

type Value = string | number | boolean

/** Formats the value of a setting, shortened if needed. */
export function shownValue(value: Value): string {
  return shownFrom(value, 0)
}

/** Formats the change of a setting. Long values are shown where they begin to differ. */
export function shownChange(before: Value, after: Value): string {
  const [from, to] = [String(before), String(after)]
  const isLong = Math.max(from.length, to.length) > maxShown
  let same = 0
  while (isLong && same < from.length && from[same] === to[same]) same += 1
  const start = Math.max(0, same - context)
  return `${shownFrom(before, start)} → ${shownFrom(after, start)}`
}

function shownFrom(value: Value, start: number): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (value === '') return 'none'
  if (value.length <= maxShown && start === 0) return visibleLine(value)
  const end = start + maxShown
  return `${start === 0 ? '' : '…'}${visibleLine(value.slice(start, end))}${end < value.length ? '…' : ''} (${value.length} characters)`
}

/** Formats an address or a host as it is connected to. It is whole, unless no form or file of today could bring it. */
export function shownAddress(address: string): string {
  const text = visibleLine(connectedAddress(address))
  return text.length <= maxAddress ? text : `${text.slice(0, 400)}…${text.slice(-400)} (${text.length} characters)`
}

/** Formats the change of an address: only the hosts if they differ, since they matter most. */
export function shownAddresses(before: string, after: string): string {
  const [from, to] = [originOf(before), originOf(after)]
  const [shownBefore, shownAfter] = from === to ? [before, after] : [from ?? before, to ?? after]
  return `${shownBefore === '' ? 'none' : shownAddress(shownBefore)} → ${shownAfter === '' ? 'none' : shownAddress(shownAfter)}`
}

/** Returns host and port of an address, with the scheme if it is not https, in ASCII; undefined if it is not a URL. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin } = new URL(address)
  return protocol === 'https:' ? host : origin
}
