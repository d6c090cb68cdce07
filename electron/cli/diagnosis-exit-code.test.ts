import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Diagnosis, DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import { exitCodeOfDiagnoses } from './diagnostics.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'

function diagnosis(...ids: DiagnosisCause['id'][]): Diagnosis {
  const causes = ids.map((id): DiagnosisCause => ({ id, what: '', evidence: [], remedy: '' }))
  return { profileId: randomUUID(), profileName: 'Acme', at: new Date().toISOString(), steps: [], causes }
}

test('exitCodeOfDiagnoses: is that of any other command for a refused proxy password', () => {
  expect(exitCodeOfDiagnoses([diagnosis('proxy-password')])).toBe(exitCodeFor('network-proxy-login-missing'))
  expect(exitCodeOfDiagnoses([diagnosis('proxy-password-refused')])).toBe(exitCodeFor('network-proxy-login-refused'))
  expect(exitCodeOfDiagnoses([diagnosis('proxy-sign-in-unknown')])).toBe(exitCodeFor('network-proxy'))
})

test('exitCodeOfDiagnoses: follows the most likely cause of the first profile that has one', () => {
  expect(exitCodeOfDiagnoses([diagnosis(), diagnosis('host-silent', 'kid-unknown')])).toBe(exitCodes.unavailable)
  expect(exitCodeOfDiagnoses([diagnosis('kid-unknown'), diagnosis('host-silent')])).toBe(exitCodes.refused)
  expect(exitCodeOfDiagnoses([diagnosis(), diagnosis()])).toBe(exitCodes.fine)
})
