import { expect, test } from 'vitest'
import { replacementProgress } from './replacement-messages.ts'

test('replacementProgress: names the step and the number of steps', () => {
  expect(replacementProgress('export-request')).toBe('Step 3 of 10: send the CSR')
  expect(replacementProgress('retire')).toBe('Step 10 of 10: retire the old one')
  expect(replacementProgress('done')).toBe('Done')
})
