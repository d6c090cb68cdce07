import { expect, test } from 'vitest'
import { environmentProxy } from './environment-proxy.ts'

test.each([
  ['https://a.example.com/', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['https://a.example.com/', { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other' }, 'http://proxy:3128'],
  ['https://a.example.com/', { ALL_PROXY: 'http://all:1' }, 'http://all:1'],
  ['https://a.example.com/', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'b.com, .example.com' }, undefined],
  ['https://a.example.com/', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example.com:8443' }, 'http://p:1'],
  ['https://a.example.com/', { HTTPS_PROXY: 'http://p:1', no_proxy: '*' }, undefined],
  ['http://a.example.com/', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://a.example.com/', { HTTPS_PROXY: '', all_proxy: 'p:1' }, 'http://p:1'],
  ['https://a.example.com/', {}, undefined],
])('environmentProxy: for %s with %j is %s', (url, env, proxy) => {
  expect(environmentProxy(url, env)?.address).toBe(proxy)
})

test.each([
  ['#', 'input-invalid', 'HTTPS_PROXY is not'],
  ['%FF', 'input-invalid', 'HTTPS_PROXY is not'],
  ['http://', 'input-invalid', 'HTTPS_PROXY is not'],
  ['proxy:99999', 'input-invalid', 'HTTPS_PROXY is not'],
  ['http://ada:hush%FF@proxy:3128', 'input-invalid', 'HTTPS_PROXY is not'],
  ['http://ada:#hush@proxy:3128', 'input-invalid', 'HTTPS_PROXY is not'],
  ['http://ada:1/hush@proxy:3128', 'input-invalid', 'HTTPS_PROXY is not'],
  ['socks5://ada:hush@proxy:1080', 'network-proxy', 'proxy:1080 uses “socks5”'],
  ['socks5h://proxy', 'network-proxy', 'proxy uses “socks5h”'],
])('environmentProxy: refuses “%s” with %s and doesn’t show its password', (address, code, words) => {
  const read = (): unknown => environmentProxy('https://a.example.com/', { HTTPS_PROXY: address })
  expect(read).toThrow(expect.objectContaining({ code, message: expect.stringContaining(words) as string }))
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hush') as string }))
})
