import { expect, test } from 'vitest'
import { adviseOnPlainHttp } from './plain-http.ts'

const addresses = { tokenUrl: 'https://auth.example.com/token', apiBaseUrl: '', reportsBaseUrl: '' }
const production = { ...addresses, environment: 'production' } as const

test.each([
  ['tokenUrl', 'http://127.0.0.1:8080/token', 'http://127.0.0.1:8080.'],
  ['apiBaseUrl', 'HTTP://LocalHost/api', 'HTTP://LocalHost.'],
  ['reportsBaseUrl', 'http://[::1]:9/', 'http://[::1]:9.'],
])('Plain http: Production with %s %s warns', (setting, address, origin) => {
  expect(adviseOnPlainHttp({ ...production, [setting]: address })).toContain(origin)
})

test('Plain http: https, other environments and practice profiles do not warn', () => {
  const plain = { ...addresses, tokenUrl: 'http://127.0.0.1:8080/token' }
  expect(adviseOnPlainHttp(production)).toBeUndefined()
  expect(adviseOnPlainHttp({ ...production, tokenUrl: 'https://127.0.0.1/token' })).toBeUndefined()
  for (const environment of ['mock', 'client-testing'] as const)
    expect(adviseOnPlainHttp({ ...plain, environment })).toBeUndefined()
  expect(adviseOnPlainHttp({ ...plain, environment: 'production' }, true)).toBeUndefined()
})
