import { BlockList, isIP, isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import { splitProxyExceptions } from '#shared/profiles/proxy.ts'

/** A host name or address without brackets, and a port. */
interface Target {
  readonly host: string
  readonly port: number
}

/**
 * Returns whether a list of exceptions excludes a target from the proxy, by the rules of curl and Go for `NO_PROXY`.
 * Where they differ: `.example.com` includes `example.com` itself (curl), `*.example.com` does not (Go), `*` anywhere
 * matches everything (Go), a rule may have a port (Go), and a rule for names never matches an address (curl). `<local>`
 * means names without a dot, as in browsers. Invalid rules match nothing.
 */
export function isExcepted({ host, port }: Target, exceptions: string): boolean {
  const name = host.toLowerCase().replace(/\.$/u, '')
  return splitProxyExceptions(exceptions).some((rule) => fits(rule.toLowerCase(), name, port))
}

function fits(rule: string, host: string, port: number): boolean {
  if (rule === '*') return true
  if (rule === '<local>') return isIP(host) === 0 && !host.includes('.')
  if (rule.includes('/')) return isWithin(host, rule)
  const { name, only } = splitPort(rule)
  if (only !== undefined && only !== port) return false
  if (isIP(name) !== 0) return isSameAddress(host, name)
  return isIP(host) === 0 && fitsName(name, host)
}

/** Splits off the port of a rule; an IPv6 address has one only after brackets. */
function splitPort(rule: string): { readonly name: string; readonly only: number | undefined } {
  const bracketed = /^\[(?<name>[^\]]*)\](?::(?<port>\d+))?$/u.exec(rule)?.groups
  if (bracketed === undefined && isIP(rule) === 6) return { name: rule, only: undefined }
  const { name = rule, port } = bracketed ?? /^(?<name>[^:]*):(?<port>\d+)$/u.exec(rule)?.groups ?? {}
  return { name, only: port === undefined ? undefined : Number(port) }
}

function fitsName(rule: string, host: string): boolean {
  const isBelowOnly = rule.startsWith('*.')
  const name = domainToASCII(rule.replace(/^\*?\./u, '').replace(/\.$/u, ''))
  if (name === '') return false
  return host.endsWith(`.${name}`) || (!isBelowOnly && host === name)
}

function isSameAddress(host: string, address: string): boolean {
  const family = isIP(host)
  if (family === 0 || family !== isIP(address)) return false
  const list = new BlockList()
  list.addAddress(address, familyName(address))
  return list.check(host, familyName(host))
}

function isWithin(host: string, cidr: string): boolean {
  const [network = '', bits = ''] = cidr.split('/')
  const length = Number(bits)
  const isUsable = isIP(network) === isIP(host) && isIP(host) !== 0 && /^\d+$/u.test(bits)
  if (!isUsable || length > (isIPv4(network) ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, length, familyName(network))
  return list.check(host, familyName(host))
}

function familyName(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
