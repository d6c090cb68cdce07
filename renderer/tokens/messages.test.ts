import { expect, test } from 'vitest'
import type { TokenState } from '#shared/tokens/token.ts'
import { clockMessage, describeDuration, describeToken, remainingTime } from './messages.ts'

const held: TokenState = {
  kind: 'held',
  obtainedAt: '2026-03-01T00:00:00Z',
  expiresAt: '2026-03-01T08:00:00Z',
  lifetimeSeconds: 28_800,
  tokenType: 'Bearer',
}

test('describeToken: a held token is active until it expires', () => {
  expect(describeToken(held, Date.parse('2026-03-01T00:01:30Z'))).toEqual({
    ...{ tone: 'good', title: 'Active', detail: 'Expires in 7 h 58 min' },
  })
  expect(describeToken(held, Date.parse('2026-03-01T08:00:00Z')).title).toBe('Expired')
})

test('describeToken: a failed request says why', () => {
  const error = { code: 'token-refused', message: 'The service refused the client.' } as const
  expect(describeToken({ kind: 'failed', failedAt: held.obtainedAt, error }, 0)).toMatchObject({
    ...{ tone: 'bad', detail: error.message },
  })
})

test.each([
  [59_999, 'less than a minute'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [3_660_000, '1 h 1 min'],
])('describeDuration: %i ms is %s', (milliseconds, words) => {
  expect(describeDuration(milliseconds)).toBe(words)
})

test.each([
  [28_684_000, '7 h 58 min 04 s left'],
  [3_600_000, '1 h 00 min 00 s left'],
  [3_599_000, '59 min 59 s left'],
  [60_000, '1 min 00 s left'],
  [59_000, '59 s left'],
  [1, '1 s left'],
  [0, 'expired'],
  [-5_000, 'expired'],
])('remainingTime: %i ms until expiry is %s', (left, words) => {
  expect(remainingTime(left)).toBe(words)
})

test('clockMessage: describes a wrong clock with the amount, the direction, and what to do', () => {
  expect(clockMessage({ offset: 120_400, uncertainty: 520 }, false)).toBe(
    'The server’s clock is 120.4 s (± 0.5 s) ahead of this computer’s. Synchronize this computer’s clock. Until then, you can use the server’s time in the profile’s settings.',
  )
  expect(clockMessage({ offset: -3000, uncertainty: 500 }, true)).toBe(
    'The server’s clock is 3.0 s (± 0.5 s) behind this computer’s. Assertions use the server’s time.',
  )
})
