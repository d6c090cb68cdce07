import { expect, test } from 'vitest'
import { splitChecks, workingMessage, type DiagnosisStep } from './diagnosis.ts'

test.each<{ outcomes: readonly DiagnosisStep['outcome'][]; message: string }>([
  { outcomes: ['good', 'skipped'], message: 'Everything works.' },
  { outcomes: ['good', 'warning'], message: 'Works, with 1 warning.' },
  { outcomes: ['warning', 'good', 'warning'], message: 'Works, with 2 warnings.' },
  { outcomes: ['bad', 'warning'], message: 'Works, with 1 failed check and 1 warning.' },
])('workingMessage: “$message” if the checks are $outcomes', ({ outcomes, message }) => {
  const steps = outcomes.map((outcome): DiagnosisStep => ({ id: 'settings', outcome, sentence: '', evidence: [] }))
  expect(workingMessage(steps)).toBe(message)
})

test('splitChecks: lists failed checks first, then warnings and skipped ones, apart from those that passed', () => {
  const outcomes = ['good', 'skipped', 'warning', 'bad', 'good', 'bad'] as const
  const steps = outcomes.map((outcome, index): DiagnosisStep => ({
    id: 'settings',
    outcome,
    sentence: String(index),
    evidence: [],
  }))
  const { others, passed } = splitChecks(steps)
  expect([others, passed].map((part) => part.map(({ sentence }) => sentence).join(''))).toEqual(['3521', '04'])
})
