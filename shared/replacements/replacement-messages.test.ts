import { expect, test } from 'vitest'
import { replacementProgress, replacementSummary } from './replacement-messages.ts'
import { stepOfSteps } from './replacement-steps.ts'

test('replacementProgress: names the step and the number of steps', () => {
  expect(replacementProgress('export-request')).toBe('Step 3 of 11: send the CSR')
  expect(replacementProgress('retire')).toBe('Step 10 of 11: retire the old one')
  expect(replacementProgress('remove')).toBe('Step 11 of 11: remove the old certificate from the portal')
  expect(replacementProgress('done')).toBe('Done')
  expect([stepOfSteps('import-certificate'), stepOfSteps('done')]).toEqual(['4 of 11', 'done'])
})

test('replacementSummary: says until when the profile is good, if that is known', () => {
  expect(replacementSummary('Acme live', 'Nov 25, 2027')).toBe('Acme live is good until Nov 25, 2027')
  expect(replacementSummary('Acme live', undefined)).toBe('Acme live uses its new credential')
})
