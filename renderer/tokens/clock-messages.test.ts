import { expect, test } from 'vitest'
import { clockWords } from './clock-messages.ts'

test('how far the clocks are apart, which way, and what is done about it', () => {
  expect(clockWords({ offset: 120_400, uncertainty: 520 }, false)).toBe(
    'The service’s clock is 120.4 s (± 0.5 s) ahead of this computer’s. Set this computer’s clock by a time server; until then assertions can be dated by the service’s.',
  )
  expect(clockWords({ offset: -3000, uncertainty: 500 }, true)).toBe(
    'The service’s clock is 3.0 s (± 0.5 s) behind this computer’s. Assertions are dated by the service’s.',
  )
})
