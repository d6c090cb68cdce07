import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { lifeSteps } from './life-cycle-steps.ts'

const request = { pem: '' }
const certificate = { pem: '' }
const confirmation = { thumbprint: '' }
const of = (parts: object): Credential => parts as Credential

test.each([
  [{ state: 'key-created' }, 'done now later later later'],
  [{ state: 'key-created', request }, 'done now later later later'],
  [{ state: 'csr-exported', request }, 'done done now later later'],
  [{ state: 'certificate-imported', request, certificate }, 'done done done now later'],
  [{ state: 'certificate-imported', certificate }, 'done skipped done now later'],
  [{ state: 'confirmed', request, certificate, confirmation }, 'done done done done now'],
  [{ state: 'active', request, certificate, confirmation }, 'done done done done done'],
  [{ state: 'active', certificate }, 'done skipped done skipped done'],
  [{ state: 'retired', request, certificate }, 'done done done skipped done'],
  [{ state: 'retired' }, 'done skipped skipped skipped done'],
])('lifeSteps: the steps of %j are “%s”', (parts, states) => {
  expect(
    lifeSteps(of(parts))
      .map(({ state }) => state)
      .join(' '),
  ).toBe(states)
})

test('lifeSteps: the last step of a retired credential is Retired', () => {
  expect(lifeSteps(of({ state: 'retired', request, certificate })).at(-1)?.name).toBe('Retired')
  expect(lifeSteps(of({ state: 'active', certificate })).at(-1)?.name).toBe('Active')
})
