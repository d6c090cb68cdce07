import { expect, test } from 'vitest'
import { firstProxy, systemProxy } from './system-proxy.ts'

test.each([
  ['DIRECT', undefined],
  ['PROXY proxy.example.com:3128', 'http://proxy.example.com:3128'],
  ['HTTPS proxy.example.com:443; DIRECT', 'https://proxy.example.com:443'],
  ['SOCKS5 s:1; PROXY p:2', 'http://p:2'],
  ['SOCKS5 s:1; DIRECT', 'socks5://s:1'],
  ['SOCKS s:1', 'socks://s:1'],
  ['DIRECT; SOCKS5 s:1', undefined],
  ['', undefined],
])('firstProxy: takes from “%s” the proxy %s', (answer, proxy) => {
  expect(firstProxy(answer)).toBe(proxy)
})

test('systemProxy: refuses a SOCKS proxy instead of connecting directly', () => {
  expect(() => systemProxy('SOCKS5 s:1; DIRECT')).toThrow(
    expect.objectContaining({ code: 'network-proxy', message: expect.stringContaining('socks5') as string }),
  )
})
