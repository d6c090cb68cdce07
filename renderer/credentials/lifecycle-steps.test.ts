import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { lifeSteps } from './lifecycle-steps.ts'

const request = { pem: '' }
const certificate = { pem: '' }
const confirmation = { thumbprint: '' }
const of = (parts: object): Exclude<Credential, { state: 'retired' }> =>
  parts as Exclude<Credential, { state: 'retired' }>

test.each([
  [{ state: 'key-created' }, 'done next later later later'],
  [{ state: 'key-created', request }, 'done next later later later'],
  [{ state: 'csr-exported', request }, 'done done next later later'],
  [{ state: 'certificate-imported', request, certificate }, 'done done done next later'],
  [{ state: 'certificate-imported', certificate }, 'done skipped done next later'],
  [{ state: 'confirmed', request, certificate, confirmation }, 'done done done done next'],
  [{ state: 'active', request, certificate, confirmation }, 'done done done done done'],
  [{ state: 'active', certificate }, 'done skipped done skipped done'],
])('lifeSteps: the steps of %j are “%s”', (parts, states) => {
  expect(
    lifeSteps(of(parts))
      .map(({ state }) => state)
      .join(' '),
  ).toBe(states)
})
