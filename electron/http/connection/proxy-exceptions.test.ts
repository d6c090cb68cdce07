import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proxyExceptionsSchema } from '#shared/profiles/proxy.ts'
import { isExcepted } from './proxy-exceptions.ts'

/** Rules, a target, and whether it is excluded from the proxy. */
const table: readonly (readonly [exceptions: string, host: string, port: number, isKept: boolean])[] = [
  ['', 'example.com', 443, false],
  // Names, including everything below them, but no others.
  ['example.com', 'example.com', 443, true],
  ['example.com', 'pay.example.com', 443, true],
  ['example.com', 'a.b.example.com', 443, true],
  ['example.com', 'badexample.com', 443, false],
  ['example.com', 'example.com.evil.test', 443, false],
  ['EXAMPLE.com', 'example.COM', 443, true],
  ['example.com', 'example.com.', 443, true],
  ['example.com.', 'example.com', 443, true],
  ['localhost', 'localhost', 8080, true],
  // A leading dot as in curl, `*.` as in Go.
  ['.example.com', 'pay.example.com', 443, true],
  ['.example.com', 'example.com', 443, true],
  ['*.example.com', 'pay.example.com', 443, true],
  ['*.example.com', 'example.com', 443, false],
  // Ports.
  ['example.com:8443', 'example.com', 8443, true],
  ['example.com:8443', 'pay.example.com', 8443, true],
  ['example.com:8443', 'example.com', 443, false],
  ['10.1.2.3:8443', '10.1.2.3', 8443, true],
  ['10.1.2.3:8443', '10.1.2.3', 443, false],
  // Addresses.
  ['10.1.2.3', '10.1.2.3', 443, true],
  ['10.1.2.3', '10.1.2.30', 443, false],
  ['1.2.3', '10.1.2.3', 443, false],
  ['2001:db8::1', '2001:db8::1', 443, true],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1', 443, true],
  ['[2001:db8::1]', '2001:db8::1', 443, true],
  ['[2001:db8::1]:8443', '2001:db8::1', 8443, true],
  ['[2001:db8::1]:8443', '2001:db8::1', 443, false],
  // CIDR
  ['10.0.0.0/8', '10.200.3.4', 443, true],
  ['10.0.0.0/8', '11.0.0.1', 443, false],
  ['192.168.1.77/24', '192.168.1.3', 443, true],
  ['10.0.0.0/8', 'ten.example.com', 443, false],
  ['2001:db8::/32', '2001:db8:1::5', 443, true],
  ['2001:db8::/32', '2001:db9::5', 443, false],
  ['10.0.0.0/33', '10.0.0.1', 443, false],
  ['0.0.0.0/0', '8.8.8.8', 443, true],
  ['0.0.0.0/0', '2001:db8::1', 443, false],
  // Everything, and names without a dot.
  ['*', 'anything.example', 443, true],
  ['a.example, *', '10.0.0.1', 443, true],
  ['<local>', 'intranet', 443, true],
  ['<local>', 'intranet.example', 443, false],
  ['<local>', '2001:db8::1', 443, false],
  ['<LOCAL>', 'intranet', 443, true],
  // Several, with any separator.
  ['a.example,b.example', 'b.example', 443, true],
  ['a.example b.example', 'b.example', 443, true],
  ['a.example;b.example', 'b.example', 443, true],
  [' a.example ,\t b.example ,', 'a.example', 443, true],
  // Internationalized names appear in addresses in ASCII.
  ['münchen.example', 'xn--mnchen-3ya.example', 443, true],
]

describe('exceptions from the proxy', () => {
  test.each(table)('“%s” for %s port %d: %s', (exceptions, host, port, isKept) => {
    expect(isExcepted({ host, port }, exceptions)).toBe(isKept)
  })

  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/u)
  const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'))
  const port = fc.integer({ min: 1, max: 65_535 })

  test('isExcepted: matches subdomains of a name, but no name that only ends like it', () => {
    fc.assert(
      fc.property(name, label, port, (rule, below, on) => {
        expect(isExcepted({ host: `${below}.${rule}`, port: on }, rule)).toBe(true)
        expect(isExcepted({ host: `${below}${rule}`, port: on }, rule)).toBe(false)
        expect(isExcepted({ host: rule, port: on }, `${rule}:${on}`)).toBe(true)
        expect(isExcepted({ host: rule, port: on === 1 ? 2 : on - 1 }, `${rule}:${on}`)).toBe(false)
      }),
    )
  })

  test('isExcepted: matches the addresses of a network by its mask', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const address = fc.tuple(octet, octet, octet, octet)
    const number = (parts: readonly number[]): bigint => parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, host, bits) => {
        const shift = 32n - BigInt(bits)
        expect(isExcepted({ host: host.join('.'), port: 443 }, `${network.join('.')}/${bits}`)).toBe(
          number(network) >> shift === number(host) >> shift,
        )
      }),
    )
  })

  test('isExcepted: never fails, whatever the exceptions contain', () => {
    fc.assert(
      fc.property(fc.string(), name, port, (text, host, on) => {
        expect(typeof isExcepted({ host, port: on }, text)).toBe('boolean')
      }),
    )
  })
})

describe('exceptions in a profile', () => {
  const rules = [...new Set(table.map(([exceptions]) => exceptions))].filter(
    (text) => !['10.0.0.0/33', '1.2.3'].includes(text),
  )
  test.each(rules)('proxyExceptionsSchema: accepts “%s”', (text) => {
    expect(proxyExceptionsSchema.safeParse(text).success).toBe(true)
  })

  test.each(['https://example.com', '10.0.0.0/33', '1.2.3', 'a b/c', 'user@host', 'a*.example', '[nonsense]'])(
    'proxyExceptionsSchema: refuses “%s”',
    (text) => {
      expect(proxyExceptionsSchema.safeParse(text).error?.issues[0]?.message).toMatch(/is not a valid exception/u)
    },
  )
})
