import { judgeProfile } from '../../expiry/profile-expiry.ts'
import type { WatchedCertificate } from '../../expiry/warning-schemas.ts'
import type { ProfileStatus } from '../../profiles/profile-status.ts'
import type { Profile } from '../../profiles/profile.ts'
import type { ReplacementStep } from '../../replacements/replacement-steps.ts'
import { dateTextOf } from '../../values/date-text.ts'
import { dayMs } from '../../values/local-day.ts'
import type { HealthFacts } from '../finding.ts'

export const now = Date.parse('2026-11-25T12:00:00Z')
export const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-US')
export const at = (days: number): string => new Date(now + days * dayMs).toISOString()
const common = { profileId: '', wasVerified: true }
export const verified = {
  ...common,
  verified: { token: { at: at(-1) }, connection: { at: at(-1) } },
  lastToken: { at: at(-1), ok: true },
} satisfies ProfileStatus
export const unverified: ProfileStatus = { ...common, wasVerified: false, verified: {} }

/** @param until days until the certificate expires; undefined: it has none */
export function known(
  name: string,
  until: number | undefined,
  more: Partial<HealthFacts> & { active?: boolean } = {},
): HealthFacts {
  const { active = true, ...others } = more
  const profile = {
    id: name,
    name,
    merchant: '',
    environment: 'production',
    practice: false,
    apiBaseUrl: 'https://a',
    reportsBaseUrl: 'https://a',
    flavor: 'jwt',
  } as Profile
  const certificate = {
    ...{ profileId: name, profileName: name, environment: 'production', practice: false, credentialId: name },
    ...{ active, quiet: !active, thumbprint: '', fingerprint: '', thresholds: [30, 7] },
    ...{ notBefore: at(-300), notAfter: at(until ?? 0) },
  } as WatchedCertificate
  const judged = judgeProfile(profile, until === undefined ? [] : [certificate], now, 'UTC')
  const key = { size: 2048, isActive: active }
  return {
    profile,
    judged,
    isLost: false,
    usable: active && until !== undefined ? { notBefore: at(-300), notAfter: at(until) } : undefined,
    key,
    replacement: undefined,
    refused: undefined,
    status: verified,
    ...others,
  }
}

export const failure = { what: 'Token', message: 'The token endpoint didn’t answer.', at: at(-1) }
export const problem = {
  part: 'token',
  code: 'network-refused',
  message: failure.message,
  at: failure.at,
  since: failure.at,
  attempts: 1,
} as const
export const inStep = (step: ReplacementStep, isRefused = false): HealthFacts['replacement'] => ({ step, isRefused })
