import { expect, test } from 'vitest'
import { incompleteMessage } from './comparison.ts'

test.each([
  [{ before: true, after: true }, undefined],
  [{}, undefined],
  [{ before: false, after: true }, 'The first list was incomplete: records it had not loaded count as added.'],
  [{ after: false }, 'The second list was incomplete: records it had not loaded count as removed.'],
  [
    { before: false, after: false },
    'Both lists were incomplete: records that only one of them had loaded count as added or removed.',
  ],
])('incompleteMessage: says which list was incomplete: %j', (completeness, words) => {
  expect(incompleteMessage(completeness)).toBe(words)
})
