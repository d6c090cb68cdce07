import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAxis } from './value-axis.ts'

test('valueAxis: includes zero and every value, with even steps', () => {
  const number = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((each) => (Math.abs(each) < 1e-200 ? 0 : each))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), (values) => {
      const { ticks, min, max } = valueAxis(values, 5)
      expect(ticks).toContain(0)
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(max)
      }
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(9)
    }),
  )
})

test.each([
  { values: [3, 17], ticks: [0, 5, 10, 15, 20] },
  { values: [0.1, 0.3], ticks: [0, 0.1, 0.2, 0.3] },
  { values: [-4, 6], ticks: [-4, -2, 0, 2, 4, 6] },
  { values: [], ticks: [0, 1] },
  { values: [1], minStep: 1, ticks: [0, 1] },
  { values: [2], minStep: 1, ticks: [0, 1, 2] },
  { values: [3, 17], minStep: 1, ticks: [0, 5, 10, 15, 20] },
])('valueAxis: the ticks for $values are $ticks, with steps of at least $minStep', ({ values, minStep, ticks }) => {
  expect(valueAxis(values, 5, minStep).ticks).toEqual(ticks)
})
