import { expect, test } from 'vitest'
import { firstProxy } from './system-proxy.ts'

test.each([
  ['DIRECT', undefined],
  ['PROXY proxy.example.com:3128', 'http://proxy.example.com:3128'],
  ['HTTPS proxy.example.com:443; DIRECT', 'https://proxy.example.com:443'],
  ['SOCKS5 s:1; PROXY p:2', 'http://p:2'],
  ['SOCKS5 s:1; DIRECT', undefined],
  ['', undefined],
])('%s', (answer, proxy) => {
  expect(firstProxy(answer)).toBe(proxy)
})
