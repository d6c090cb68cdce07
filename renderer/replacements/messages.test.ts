import { expect, test } from 'vitest'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { stepDetail } from './replacement-page.tsx'

const at = '2026-11-21T12:00:00.000Z'
const view: ReplacementView = {
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  practice: false,
  replacement: {
    startedAt: at,
    oldCredentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
    newCredentialId: '1a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  },
  step: 'export-request',
}

test('stepDetail: shows a failed test, a refusal and a skipped step at their steps', () => {
  const failure = { at, code: 'token-refused' as const, message: 'Refused.' }
  const tried: ReplacementView = {
    ...view,
    step: 'try',
    replacement: { ...view.replacement, trial: { kind: 'failed', ...failure } },
  }
  expect(stepDetail('try', tried)).toBe(
    'Test failed: Refused. The old credential is still active. Check that the portal has this certificate and shows this thumbprint.',
  )
  expect(stepDetail('try', view)).toContain('The old one stays active')
  const refused = { ...view, replacement: { ...view.replacement, refusal: failure } }
  expect(stepDetail('watch', { ...refused, step: 'watch' })).toBe('The service refused the client: Refused.')
  expect(stepDetail('try', { ...refused, step: 'try' })).toContain('Rolled back')
  const skipped = { ...view, replacement: { ...view.replacement, confirmationSkippedAt: at } }
  expect(stepDetail('confirm', skipped)).toBe('Skipped.')
})
