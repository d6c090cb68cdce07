import { expect, test } from 'vitest'
import type { Credential } from '../../shared/model/credential.ts'
import { nextAction, stepsDone, withColons } from './credential-words.ts'

const request = { pem: '' }
const certificate = { pem: '' }
const of = (parts: object): Credential => parts as Credential

test.each([
  [{ state: 'key-created' }, 'make-request', 1],
  [{ state: 'key-created', request }, 'export-request', 1.5],
  [{ state: 'csr-exported', request }, 'import-certificate', 2],
  [{ state: 'certificate-imported', certificate }, 'confirm', 3],
  [{ state: 'confirmed', certificate }, 'activate', 4],
  [{ state: 'active', certificate, confirmation: {} }, 'none', 5],
  [{ state: 'active', certificate }, 'confirm', 5],
  [{ state: 'retired' }, 'none', 1],
  [{ state: 'retired', certificate }, 'none', 3],
])('%j: next is %s', (parts, action, done) => {
  expect(nextAction(of(parts), false)).toBe(action)
  expect(stepsDone(of(parts))).toBe(done)
})

test('hex gets its colons', () => {
  expect(withColons('0A1B2C')).toBe('0A:1B:2C')
  expect(withColons('')).toBe('')
})
