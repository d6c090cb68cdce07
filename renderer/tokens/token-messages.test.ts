import { describe, expect, it } from 'vitest'
import type { TokenState } from '../../shared/model/oauth/token.ts'
import { describeDuration, describeToken } from './token-messages.ts'

const held: TokenState = {
  kind: 'held',
  obtainedAt: '2026-03-01T00:00:00Z',
  expiresAt: '2026-03-01T08:00:00Z',
  lifetimeSeconds: 28_800,
  tokenType: 'Bearer',
}

describe('describeToken', () => {
  it('says how long a token is still good', () => {
    expect(describeToken(held, Date.parse('2026-03-01T00:01:30Z')).detail).toBe('Good for 7 h 58 min.')
  })

  it('knows that a token has run out without being told', () => {
    expect(describeToken(held, Date.parse('2026-03-01T08:00:00Z')).title).toBe('Expired')
  })

  it('repeats why a request failed', () => {
    const error = { code: 'token-refused', message: 'The service refused the client.' } as const
    expect(describeToken({ kind: 'failed', failedAt: held.obtainedAt, error }, 0)).toMatchObject({
      tone: 'bad',
      detail: error.message,
    })
  })
})

describe('describeDuration', () => {
  it.each([
    [59_999, 'under a minute'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
  ])('%i ms: %s', (milliseconds, words) => {
    expect(describeDuration(milliseconds)).toBe(words)
  })
})
