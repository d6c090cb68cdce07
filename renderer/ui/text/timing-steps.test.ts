import { expect, test } from 'vitest'
import { millisecondsWords, timeSteps } from './timing-steps.ts'

const all = { resolveMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, bodyMs: 5, reused: false }

test('timeSteps: lists existing steps in order', () => {
  expect(timeSteps(all, 15).steps.map(({ label }) => label)).toEqual(['DNS', 'Connection', 'TLS', 'First byte', 'Body'])
  expect(timeSteps({ firstByteMs: 4, bodyMs: 0, reused: true }, 4)).toEqual({
    steps: [
      { step: 'firstByteMs', label: 'First byte', milliseconds: 4, words: '4.0 ms' },
      { step: 'bodyMs', label: 'Body', milliseconds: 0, words: '0.0 ms' },
    ],
    total: '4.0 ms',
  })
})

test('timeSteps: shows time outside of all steps as preparation', () => {
  const { steps, total } = timeSteps(all, 25)
  expect(steps.map(({ step, milliseconds }) => [step, milliseconds])).toEqual([
    ['preparation', 10],
    ['resolveMs', 1],
    ['connectMs', 2],
    ['tlsMs', 3],
    ['firstByteMs', 4],
    ['bodyMs', 5],
  ])
  expect(total).toBe('25.0 ms')
})

test.each([
  [{ resolveMs: 0.44, connectMs: 0.44, tlsMs: 0.44, firstByteMs: 0.44, bodyMs: 0.44, reused: false }, 3.3],
  [{ connectMs: 33.49, firstByteMs: 88.49, bodyMs: 12.49, reused: false }, 1134.47],
  [{ firstByteMs: 5.06, bodyMs: 1.06, reused: true }, 6.15],
])('timeSteps: the steps as shown add up to the total as shown: %o', (timings, durationMs) => {
  const { steps, total } = timeSteps(timings, durationMs)
  const number = (words: string): number => Number(words.replace(/[, ]|ms/gu, ''))
  expect(steps.reduce((sum, { words }) => sum + number(words), 0)).toBeCloseTo(number(total), 6)
  expect(number(total)).toBeCloseTo(durationMs, durationMs < 100 ? 1 : 0)
})

test('millisecondsWords: writes only meaningful digits', () => {
  expect([0.04, 0.4, 9.94, 12.6, 1250].map(millisecondsWords)).toEqual([
    '0.0 ms',
    '0.4 ms',
    '9.9 ms',
    '13 ms',
    '1,250 ms',
  ])
})
