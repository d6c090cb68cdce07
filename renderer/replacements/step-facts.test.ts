import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { walkedSteps } from '#shared/replacements/replacement-steps.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { stepFact, timeOrDate } from './step-facts.ts'

const ids = { old: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de', new: '1a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de' }
const day = (hour: string): string => `2026-11-28T${hour}:00:00.000Z`
const common = { profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11', publicKeyFingerprint: 'F', publicKeyPem: 'P' }
const certificate = { importedAt: day('04') } as Extract<Credential, { state: 'active' }>['certificate']
const subject = { commonName: 'acme', organization: '', organizationalUnit: '', locality: '', state: '', country: '' }
const successor: Credential = {
  ...common,
  ...{ id: ids.new, keySize: 2048, createdAt: day('01'), state: 'active', activatedAt: day('08'), certificate },
  request: {
    ...{ subject: { ...subject, emailAddress: '' }, subjectAlternativeNames: [], pem: 'R', createdAt: day('02') },
    exported: { at: day('03'), fileName: 'live2.csr' },
  },
  confirmation: { thumbprint: 'ABCDEF0123456789', confirmedAt: day('06') },
}
const old: Credential = {
  ...common,
  ...{ id: ids.old, keySize: 2048, createdAt: day('00'), state: 'retired', retiredAt: day('10') },
}
const view: ReplacementView = {
  profileId: common.profileId,
  profileName: 'Acme live',
  environment: 'production',
  practice: false,
  step: 'done',
  newNotAfter: '2027-11-25T00:00:00.000Z',
  replacement: {
    startedAt: day('00'),
    oldCredentialId: ids.old,
    newCredentialId: ids.new,
    uploadedAt: day('05'),
    trial: { kind: 'accepted', at: day('07') },
    acceptedAt: day('09'),
    removedAt: day('11'),
  },
}
const words = {
  when: (instant: string): string => instant.slice(11, 16),
  day: (instant: string): string => instant.slice(0, 10),
}

test('stepFact: names what the new CSR doesn’t have', () => {
  const missingInRequest = ['OU=Reporting', 'Registered ID:1.2.3.4']
  expect(stepFact('make-request', { ...view, missingInRequest }, [old, successor], words)).toBe(
    'CSR created 02:00, acme. Not in the CSR, but in the old certificate: OU=Reporting, Registered ID:1.2.3.4',
  )
})

test('stepFact: says of each finished step when it was done and with what', () => {
  expect(walkedSteps.map((step) => stepFact(step, view, [old, successor], words))).toEqual([
    'Key created 01:00, RSA 2048',
    'CSR created 02:00, acme',
    'CSR saved 03:00, live2.csr',
    'Certificate imported 04:00, expires 2027-11-25',
    'Uploaded 05:00',
    'Thumbprint confirmed 06:00, ABCDEF01…',
    'Token received 07:00',
    'Switched 08:00',
    'Token received 09:00',
    'Retired 10:00',
    'Removed 11:00',
  ])
})

test('stepFact: tells a copied CSR and a skipped thumbprint, and nothing of what is unknown', () => {
  const { confirmation, request, ...rest } = successor
  const copied = { ...rest, request: request && { ...request, exported: { at: day('03') } } }
  expect(stepFact('export-request', view, [copied], words)).toBe('CSR copied 03:00')
  const skipped = { ...view, replacement: { ...view.replacement, confirmationSkippedAt: day('06') } }
  expect(stepFact('confirm', skipped, [copied], words)).toBe('Skipped 06:00')
  expect(
    walkedSteps
      .map((step) => stepFact(step, { ...view, replacement: { ...view.replacement, removedAt: undefined } }, [], words))
      .at(-1),
  ).toBeUndefined()
  expect(stepFact('make-key', view, [], words)).toBeUndefined()
})

test('timeOrDate: writes a time of today alone and another day with its date', () => {
  const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-US')
  const now = Date.parse(day('12'))
  expect(timeOrDate(day('09'), dates, now).replaceAll('\u202F', ' ')).toBe('9:00 AM UTC')
  expect(timeOrDate('2026-11-27T09:00:00.000Z', dates, now)).toContain('Nov 27, 2026')
})
