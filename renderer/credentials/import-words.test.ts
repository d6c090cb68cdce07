import { expect, test } from 'vitest'
import type { CertificateImport } from '../../shared/model/credential.ts'
import { titleOfImport, wordsOfImport } from './import-words.ts'

const here = '00000000-0000-4000-8000-000000000001'
const elsewhere = '00000000-0000-4000-8000-000000000002'
const credentialId = '00000000-0000-4000-8000-000000000003'
const imported: CertificateImport = { kind: 'imported', profileId: here, credentialId, subject: 'CN=acme' }
const known: CertificateImport = { ...imported, kind: 'already-there' }
const stranger: CertificateImport = { kind: 'without-key', subject: 'CN=x', reason: 'No credential has its key.' }
const nameOf = (profileId: string): string | undefined => (profileId === elsewhere ? 'Acme production' : undefined)

test.each([
  [[imported], 'Certificate imported'],
  [[imported, imported, stranger], '2 certificates imported'],
  [[known], 'This certificate is there already'],
  [[known, known], 'These certificates are there already'],
  [[known, stranger], 'No certificate was imported'],
  [[], 'No certificate was imported'],
])('%j: %s', (results, title) => {
  expect(titleOfImport(results)).toBe(title)
})

test.each<[CertificateImport, string]>([
  [imported, 'It found its key in this profile.'],
  [{ ...imported, profileId: elsewhere }, 'It found its key in “Acme production”.'],
  [{ ...imported, profileId: credentialId }, 'It found its key in another profile.'],
  [{ ...imported, warning: 'It has ended.' }, 'It found its key in this profile. It has ended.'],
  [{ ...known, profileId: elsewhere }, 'It is in “Acme production” already; nothing changed.'],
  [stranger, 'No credential has its key.'],
])('%j: %s', (result, words) => {
  expect(wordsOfImport(result, here, nameOf)).toBe(words)
})
