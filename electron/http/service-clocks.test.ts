import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceClocks, isOff } from './service-clocks.ts'

const url = 'https://service.example/token'

describe('ServiceClocks', () => {
  test('ServiceClocks: measures within the uncertainty, for any round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200_000, max: 200_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 2 ** 40 }),
        (ahead, there, back, now) => {
          const clocks = new ServiceClocks()
          // The header is written when the request arrives, by the service's clock, in whole seconds.
          const date = new Date(Math.floor((now + there + ahead) / 1000) * 1000).toUTCString()
          clocks.note(url, date, now, there + back)
          const { offset = Number.NaN, uncertainty = 0 } = clocks.offset(`${url}?x=1`) ?? {}
          expect(Math.abs(offset - ahead)).toBeLessThanOrEqual(uncertainty + 1)
        },
      ),
    )
  })

  test('ServiceClocks: knows no offset, without a valid date', () => {
    const clocks = new ServiceClocks()
    clocks.note(url, undefined, 0, 0)
    clocks.note(url, 'yesterday', 0, 0)
    expect(clocks.offset(url)).toBeUndefined()
  })

  test('isOff: reports only an offset beyond the error of the measurement', () => {
    const measuredAt = 0
    expect(isOff({ offset: 2400, uncertainty: 500, measuredAt })).toBe(false)
    expect(isOff({ offset: -2600, uncertainty: 500, measuredAt })).toBe(true)
  })
})
