import { describe, expect, it } from 'vitest'
import { dateTextOf } from '../model/values/date-text.ts'
import type { ExpiryWarning } from './expiry.ts'
import { warningTitle, warningWords } from './warning-messages.ts'

const british = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')

const warning: ExpiryWarning & { readonly thresholds: number[] } = {
  thresholds: [30, 7],
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  active: true,
  notBefore: '2025-03-03T12:00:00Z',
  notAfter: '2026-03-03T12:00:00Z',
}

function line(changes: Partial<ExpiryWarning>, now: string): ReturnType<typeof warningWords> {
  return warningWords({ ...warning, ...changes }, Date.parse(now), british)
}

describe('warningWords', () => {
  it('names environment, profile, date and days left', () => {
    expect(line({}, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Acme (Production): certificate expires in 6 days (3 Mar).',
    })
    expect(line({}, '2026-02-08T09:00:00Z').tone).toBe('warn')
    expect(line({}, '2026-03-03T11:00:00Z').text).toContain('expires today (3 Mar)')
  })

  it('says that a certificate expired', () => {
    expect(line({}, '2026-03-05T13:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Acme (Production): certificate expired 2 days ago (3 Mar).',
    })
    expect(line({}, '2026-12-05T13:00:00Z').text).toContain('2026')
  })

  it('is quieter about an unused certificate', () => {
    expect(line({ active: false }, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'warn',
      text: 'Acme (Production): unused certificate expires in 6 days (3 Mar).',
    })
    expect(line({ active: false }, '2026-03-04T13:00:00Z').tone).toBe('warn')
  })

  it('names the first day of one that is not valid yet', () => {
    expect(line({}, '2025-03-01T09:00:00Z').text).toBe('Acme (Production): certificate is not valid until 3 Mar.')
  })

  it('marks practice, and says that a replacement is in progress', () => {
    const now = Date.parse('2025-12-20T09:00:00Z')
    const replacement = { since: '2025-12-01T00:00:00Z', note: 'CSR sent' }
    expect(warningWords({ ...warning, practice: true, replacement }, now, british)).toEqual({
      tone: 'note',
      text: 'Acme (Production, practice): certificate expires in 73 days (3 Mar).',
      more: 'Replacement in progress: CSR sent',
    })
    expect(warningTitle({ ...warning, practice: true }, now, 'UTC')).toBe('Practice Production: 73 days left')
  })
})
