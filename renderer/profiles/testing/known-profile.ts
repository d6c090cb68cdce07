import { isAlert, judgeProfiles } from '#shared/expiry/profile-expiry.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { KnownProfile } from '../what-is-next.ts'

export const now = Date.parse('2026-11-25T12:00:00Z')
export const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-US')
export const at = (days: number): string => new Date(now + days * dayMs).toISOString()
export const common = { profileId: '', wasVerified: true }
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
  more: Partial<KnownProfile> & { active?: boolean } = {},
): KnownProfile {
  const { active = true, ...others } = more
  const profile = {
    id: name,
    name,
    merchant: '',
    environment: 'production',
    practice: false,
    apiBaseUrl: 'https://a',
    flavor: 'jwt',
  } as Profile
  const certificate = {
    ...{ profileId: name, profileName: name, environment: 'production', practice: false, credentialId: name },
    ...{ active, quiet: !active, thumbprint: '', fingerprint: '', thresholds: [30, 7] },
    ...{ notBefore: at(-300), notAfter: at(until ?? 0) },
  } as WatchedCertificate
  const [judged] = judgeProfiles([profile], until === undefined ? [] : [certificate], now, 'UTC')
  const alert = judged !== undefined && isAlert(judged, until !== undefined, now)
  return { profile, judged, isAlert: alert, replacement: undefined, status: verified, ...others }
}

export const failure = { what: 'Token', message: 'The token endpoint didn’t answer.', at: at(-1) }
export const problem = { part: 'token', code: 'network-refused', message: failure.message, at: failure.at } as const
export const inStep = (step: ReplacementView['step'], refusal?: object): KnownProfile['replacement'] =>
  ({ step, replacement: { startedAt: at(-2), refusal } }) as unknown as KnownProfile['replacement']
