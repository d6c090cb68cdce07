import { expect, test } from 'vitest'
import { mergeImports, type ImportedPart } from '#shared/credentials/import.ts'
import { importTitle, partMessage } from './messages.ts'

const here = '00000000-0000-4000-8000-000000000001'
const elsewhere = '00000000-0000-4000-8000-000000000002'
const credentialId = '00000000-0000-4000-8000-000000000003'
const place = { profileId: here, credentialId }
const imported: ImportedPart = { kind: 'imported', ...place, subject: 'CN=acme', fingerprint: 'A' }
const known: ImportedPart = {
  kind: 'already-there',
  part: 'certificate',
  ...place,
  subject: 'CN=acme',
  fingerprint: 'A',
}
const made: ImportedPart = { kind: 'created', ...place, subject: 'CN=new', fingerprint: 'B', hasCertificate: true }
const key: ImportedPart = { ...made, subject: 'RSA key of 2048 bits', hasCertificate: false }
const stranger: ImportedPart = {
  kind: 'without-key',
  subject: 'CN=x',
  fingerprint: 'C',
  reason: 'No credential has its key.',
}
const issuer: ImportedPart = { kind: 'issuer-saved', subject: 'CN=root', fingerprint: 'D' }
const foreign: ImportedPart = { ...stranger, kind: 'not-of-replacement' }
const locked: ImportedPart = {
  kind: 'needs-passphrase',
  content: 0,
  name: 'a.p12',
  what: 'The PKCS#12 file',
  attempt: 'none',
}
const nameOf = (profileId: string): string | undefined => (profileId === elsewhere ? 'Acme production' : undefined)

test.each<[ImportedPart[], string]>([
  [[imported], 'Certificate imported'],
  [[imported, made, stranger], '2 certificates imported'],
  [[key], 'Key imported'],
  [[imported, key], 'Certificates and keys imported'],
  [[locked], 'Action needed'],
  [[issuer], 'Issuer saved'],
  [[imported, issuer], 'Certificate imported'],
  [[locked, issuer], 'Action needed'],
  [[foreign], 'Not this replacement’s'],
  [[known], 'Certificate already imported'],
  [[known, known], 'Already imported'],
  [[known, stranger], 'Nothing imported'],
  [[], 'Nothing imported'],
])('importTitle: for %j is %s', (parts, title) => {
  expect(importTitle(parts)).toBe(title)
})

test.each<[ImportedPart, string]>([
  [imported, 'Matched to a key in this profile.'],
  [{ ...imported, profileId: elsewhere }, 'Matched to a key in “Acme production”.'],
  [{ ...imported, profileId: credentialId }, 'Matched to a key in another profile.'],
  [{ ...imported, warning: 'It expired.' }, 'Matched to a key in this profile. It expired.'],
  [made, 'New credential in this profile. The key is stored in your keychain.'],
  [{ ...known, profileId: elsewhere }, 'Already in “Acme production”; nothing changed.'],
  [stranger, 'No credential has its key.'],
  [locked, 'The PKCS#12 file is encrypted. Enter its passphrase.'],
])('partMessage: for %j is %s', (part, words) => {
  expect(partMessage(part, here, nameOf)).toBe(words)
})

test('mergeImports: parts that were new the first time stay new when the import is repeated', () => {
  expect(mergeImports([imported, locked], [known, made])).toEqual([imported, made])
  expect(
    mergeImports(
      [made, locked],
      [
        { ...known, part: 'key' },
        { ...imported, fingerprint: 'E' },
      ],
    ),
  ).toEqual([made, { ...imported, fingerprint: 'E' }])
  expect(mergeImports([locked], [{ ...locked, attempt: 'failed' }])).toEqual([{ ...locked, attempt: 'failed' }])
  expect(mergeImports([stranger, locked], [{ ...made, fingerprint: 'D' }])).toEqual([{ ...made, fingerprint: 'D' }])
})
