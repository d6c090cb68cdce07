import { expect, test } from 'vitest'
import { millisecondsWords, timeSteps } from './timing-steps.ts'

test('existing steps are listed in order', () => {
  const all = { resolveMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, bodyMs: 5, reused: false }
  expect(timeSteps(all).map(({ label }) => label)).toEqual(['DNS', 'Connection', 'TLS', 'First byte', 'Body'])
  expect(timeSteps({ firstByteMs: 4, bodyMs: 0, reused: true })).toEqual([
    { step: 'firstByteMs', label: 'First byte', milliseconds: 4 },
    { step: 'bodyMs', label: 'Body', milliseconds: 0 },
  ])
})

test('time outside of all steps is preparation', () => {
  const all = { resolveMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, bodyMs: 5, reused: false }
  expect(timeSteps(all, 25).map(({ step, milliseconds }) => [step, milliseconds])).toEqual([
    ['preparation', 10],
    ['resolveMs', 1],
    ['connectMs', 2],
    ['tlsMs', 3],
    ['firstByteMs', 4],
    ['bodyMs', 5],
  ])
  expect(timeSteps({ firstByteMs: 5, bodyMs: 1, reused: true }, 6.5).map(({ step }) => step)).toEqual([
    'firstByteMs',
    'bodyMs',
  ])
})

test('milliseconds have only meaningful digits', () => {
  expect([0.04, 0.4, 9.94, 12.6, 1250].map(millisecondsWords)).toEqual([
    '0.0 ms',
    '0.4 ms',
    '9.9 ms',
    '13 ms',
    '1,250 ms',
  ])
})
