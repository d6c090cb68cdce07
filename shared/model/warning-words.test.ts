import { describe, expect, it } from 'vitest'
import type { ExpiryWarning } from './expiry.ts'
import { warningTitle, warningWords } from './warning-words.ts'

const warning: ExpiryWarning = {
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  active: true,
  notBefore: '2025-03-03T12:00:00Z',
  notAfter: '2026-03-03T12:00:00Z',
}

function line(changes: Partial<ExpiryWarning>, now: string): ReturnType<typeof warningWords> {
  return warningWords({ ...warning, ...changes }, Date.parse(now), 'en-GB', 'UTC')
}

describe('warningWords', () => {
  it('names environment, profile, date and days that are left', () => {
    expect(line({}, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Production stops accepting Acme’s tokens on Tue 3 March, in 6 days.',
    })
    expect(line({}, '2026-02-08T09:00:00Z').tone).toBe('warn')
    expect(line({}, '2026-03-03T11:00:00Z').text).toContain('in less than a day')
  })

  it('says that a certificate has ended', () => {
    expect(line({}, '2026-03-05T13:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Production no longer accepts Acme’s certificate: it expired on Tue 3 March, 2 days ago.',
    })
    expect(line({}, '2026-12-05T13:00:00Z').text).toContain('2026')
  })

  it('is quieter about a certificate that does not sign', () => {
    expect(line({ active: false }, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'warn',
      text: 'A certificate of Acme that does not sign ends on Tue 3 March, in 6 days.',
    })
    expect(line({ active: false }, '2026-03-04T13:00:00Z').tone).toBe('warn')
  })

  it('names the beginning of one that is not valid yet', () => {
    expect(line({}, '2025-03-01T09:00:00Z').text).toBe(
      'Acme’s certificate for Production is not valid before Mon 3 March.',
    )
  })

  it('marks practice, and says that a replacement is under way', () => {
    const now = Date.parse('2025-12-20T09:00:00Z')
    const replacement = { since: '2025-12-01T00:00:00Z', note: 'CSR sent' }
    expect(warningWords({ ...warning, practice: true, replacement }, now, 'en-GB', 'UTC')).toEqual({
      tone: 'note',
      text: 'Practice: Production stops accepting Acme’s tokens on Tue 3 March, in 73 days.',
      more: 'A replacement is under way: CSR sent',
    })
    expect(warningTitle({ ...warning, practice: true }, now)).toBe('Practice Production: 73 days left')
  })
})
