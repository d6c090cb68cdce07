import { expect, test } from 'vitest'
import { workingMessage, type DiagnosisStep } from './diagnosis.ts'

test.each<{ outcomes: readonly DiagnosisStep['outcome'][]; message: string }>([
  { outcomes: ['good', 'skipped'], message: 'Everything works.' },
  { outcomes: ['good', 'warning'], message: 'Works, with 1 warning.' },
  { outcomes: ['warning', 'good', 'warning'], message: 'Works, with 2 warnings.' },
  { outcomes: ['bad', 'warning'], message: 'Works, with 1 failed check and 1 warning.' },
])('workingMessage: “$message” if the checks are $outcomes', ({ outcomes, message }) => {
  const steps = outcomes.map((outcome): DiagnosisStep => ({ id: 'settings', outcome, sentence: '', evidence: [] }))
  expect(workingMessage(steps)).toBe(message)
})
