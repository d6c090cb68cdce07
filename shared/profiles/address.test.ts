import { expect, test } from 'vitest'
import { baseUrlSchema, connectedAddress, endpointUrlSchema, storedEndpointUrlSchema } from './address.ts'
import { proxySchema, storedProxySchema } from './proxy.ts'

test.each([
  'https://api.example/v1\n}\nscript:post-response {\n}',
  'https://api.example/v1\tx',
  'https://good.example/v1/ http://evil.example',
  'https://good.example\\@evil.example/v1',
  'https://good.example/\u0000',
  'https://good.example/\u202Ev1',
  'https://go\u00ADod.example/',
  'https://good.example/\u2028x',
])(
  'Address: what parsers drop or read differently is refused where an address is entered, and stored it means one thing: %j',
  (text) => {
    expect(endpointUrlSchema.safeParse(text).success).toBe(false)
    const stored = storedEndpointUrlSchema.safeParse(text)
    // Some name a user, which was always refused.
    if (stored.success) expect(stored.data).toMatch(/^[!-\[\]-~]+$/u)
  },
)

test.each([
  // Services compare the token URL as text.
  'https://auth.example.com',
  'https://auth.example.com/',
  'https://Auth.Example.com/oauth/Token',
  'https://auth.example.com:443/token',
  'https://auth.example.com/token?tenant=a%20b',
  'https://auth.example.com/v1//token;x=(1)',
  'http://127.0.0.1:8080/token',
])('Address: one that every program reads alike stays as it is written: %s', (text) => {
  expect(endpointUrlSchema.parse(` ${text} `)).toBe(text)
  expect(storedEndpointUrlSchema.parse(text)).toBe(text)
})

test.each([
  ['https://bücher.example/v1', 'https://xn--bcher-kva.example/v1'],
  ['https://ex\u0430mple.com', 'https://xn--exmple-4nf.com/'],
  ['https://api.example.com/é/{id}', 'https://api.example.com/%C3%A9/%7Bid%7D'],
  ['https://0x7f.1/v1/../v2', 'https://127.0.0.1/v2'],
  ['https://\u212Aelvin.example/x', 'https://kelvin.example/x'],
])('Address: %s is stored as what is connected to', (text, connected) => {
  expect(endpointUrlSchema.parse(text)).toBe(connected)
  expect(connectedAddress(connected)).toBe(connected)
})

test('Address: a base address has no query, and a stored one stays readable', () => {
  expect(baseUrlSchema.safeParse('https://api.example.com/?tenant=a').success).toBe(false)
  expect(storedEndpointUrlSchema.parse('https://api.example.com/?tenant=a')).toBe('https://api.example.com/?tenant=a')
})

test('Proxy: another alphabet is stored in ASCII, and a backslash is refused', () => {
  expect(proxySchema.parse('http://pr\u043Exy.example:3128')).toBe('http://xn--prxy-65d.example:3128')
  expect(proxySchema.safeParse('http://good.example\\evil.example:3128').success).toBe(false)
  expect(storedProxySchema.parse('http://good.example\\evil.example:3128')).toBe('http://good.example')
  for (const text of ['system', 'none', 'NONE', 'http://proxy.example.com:3128', 'http://Proxy.example.com:80/'])
    expect(proxySchema.parse(text)).toBe(text)
})
