import { expect, test } from 'vitest'
import type { Credential, CredentialState } from './credential.ts'
import { leadingCredential, nextSetUpStep } from './set-up-step.ts'

const inStates = (...states: CredentialState[]): Credential[] => states.map((state) => ({ state }) as Credential)

test('leadingCredential: is the active one, then the one with the most steps done, and never a retired one', () => {
  expect(leadingCredential(inStates('key-created', 'active', 'certificate-imported'))?.state).toBe('active')
  expect(leadingCredential(inStates('key-created', 'certificate-imported'))?.state).toBe('certificate-imported')
  expect(leadingCredential(inStates('retired'))).toBeUndefined()
})

test.each([
  [[], 'key'],
  [['retired'], 'key'],
  [['key-created'], 'request'],
  [['csr-exported', 'key-created'], 'certificate'],
  [['certificate-imported'], 'confirmation'],
  [['confirmed', 'retired'], 'activation'],
  [['active', 'key-created'], undefined],
] as const)('nextSetUpStep: of credentials in the states %j it is %s', (states, step) => {
  expect(nextSetUpStep(inStates(...states))).toBe(step)
})
