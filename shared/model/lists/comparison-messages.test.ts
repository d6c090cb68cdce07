import { expect, test } from 'vitest'
import { incompleteWords } from './comparison-messages.ts'

test.each([
  [{ before: true, after: true }, undefined],
  [{}, undefined],
  [
    { before: false, after: true },
    'The reading before was not complete when it was compared: records that it had not loaded count as added.',
  ],
  [
    { after: false },
    'The reading after was not complete when it was compared: records that it had not loaded count as gone.',
  ],
  [
    { before: false, after: false },
    'Neither reading was complete when they were compared: records that only one of them had loaded count as added or gone.',
  ],
])('%j', (completeness, words) => {
  expect(incompleteWords(completeness)).toBe(words)
})
