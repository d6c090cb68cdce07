import { expect, test } from 'vitest'
import { claimTimes } from './token-claims.tsx'

test('claimTimes: has the claims that are times', () => {
  expect(claimTimes('{"exp":1795000000,"sub":"acme","iat":1794971200,"expires_in":28800}')).toEqual([
    { name: 'iat', label: 'Issued (iat)', instant: '2026-11-18T03:06:40.000Z' },
    { name: 'exp', label: 'Expires (exp)', instant: '2026-11-18T11:06:40.000Z' },
  ])
})

test.each(['', '[]', 'null', '{"exp":"soon"}', '{"exp":1e300}', '{"exp":null}'])('claimTimes: no %s', (payload) => {
  expect(claimTimes(payload)).toEqual([])
})
