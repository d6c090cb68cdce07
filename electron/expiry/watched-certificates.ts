import type { Certificate } from '#shared/credentials/credential.ts'
import { urgentDays, validityOf } from '#shared/expiry/expiry.ts'
import { decisiveCredential, usableCredentials } from '#shared/expiry/profile-expiry.ts'
import type { WarningSettings, WatchedCertificate, TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { orderedThresholds } from '#shared/expiry/warning-thresholds.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { replacementProgress } from '#shared/replacements/replacement-messages.ts'
import { replacementStep } from '#shared/replacements/replacement.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { NoticeState } from './notice-store.ts'

/** Returns a profile's thresholds, most days first: its own, else those of the app; for Production, always also the last week. */
export function thresholdsOf(
  { id, environment }: Pick<Profile, 'id' | 'environment'>,
  settings: Pick<WarningSettings, 'thresholds'>,
  state: Pick<NoticeState, 'profiles'>,
): number[] {
  const chosen = state.profiles[id]?.thresholds ?? settings.thresholds
  return orderedThresholds(environment === 'production' ? [...chosen, urgentDays] : chosen)
}

/**
 * Lists the certificates of all credentials that are not retired, nearest expiry first.
 * @param state snoozes, replacements and the profiles' own thresholds
 */
export function watchedCertificates(
  profiles: readonly StoredProfile[],
  settings: Pick<WarningSettings, 'thresholds'>,
  state: Pick<NoticeState, 'certificates' | 'profiles'>,
): WatchedCertificate[] {
  return profiles
    .flatMap((stored) => {
      const { profile, credentials } = stored
      const thresholds = thresholdsOf(profile, settings, state)
      const usable = usableCredentials(credentials)
      const decisive = decisiveCredential(usable)
      return usable.map((credential): WatchedCertificate => {
        const { thumbprint } = credential.certificate
        const { snooze, replacement: marked } = state.certificates[thumbprint.sha256] ?? {}
        const replacement = marked ?? guidedReplacement(stored, credential.id)
        return {
          ...commonParts(profile, credential.id, credential.certificate, thresholds),
          active: credential.state === 'active',
          thumbprint: thumbprint.sha1,
          fingerprint: thumbprint.sha256,
          // `clavis expiry` judges the profile by the same certificate.
          quiet: credential !== decisive,
          ...(snooze === undefined ? {} : { snooze }),
          ...(replacement === undefined ? {} : { replacement }),
        }
      })
    })
    .sort((one, other) => Date.parse(one.notAfter) - Date.parse(other.notAfter))
}

/** Returns a credential's guided replacement with its step as note; undefined if there is none. */
function guidedReplacement(
  { replacement, credentials }: StoredProfile,
  credentialId: string,
): WatchedCertificate['replacement'] {
  if (replacement?.oldCredentialId !== credentialId) return undefined
  const step = replacementStep(replacement, credentials)
  return step === 'done' ? undefined : { since: replacement.startedAt, note: replacementProgress(step), guided: true }
}

/** Returns every certificate of the profiles, retired ones too, in the profiles' order. Needs no keychain. */
export function certificateTimeline(
  profiles: readonly StoredProfile[],
  settings: Pick<WarningSettings, 'thresholds'>,
  state: Pick<NoticeState, 'profiles'>,
): TimelineCertificate[] {
  return profiles.flatMap(({ profile, credentials }) =>
    credentials.flatMap((credential): TimelineCertificate[] => {
      if (!('certificate' in credential) || credential.certificate === undefined) return []
      return [
        {
          ...commonParts(profile, credential.id, credential.certificate, thresholdsOf(profile, settings, state)),
          state: credential.state,
          ...(credential.state === 'retired' ? { retiredAt: credential.retiredAt } : {}),
          subject: credential.certificate.subject,
        },
      ]
    }),
  )
}

/** Returns what the timeline and the warnings have of a certificate. */
function commonParts(
  profile: Profile,
  credentialId: string,
  certificate: Certificate,
  thresholds: number[],
): Omit<TimelineCertificate, 'state' | 'retiredAt' | 'subject'> {
  const { id: profileId, name: profileName, environment, practice } = profile
  return { profileId, profileName, environment, practice, credentialId, ...validityOf(certificate), thresholds }
}
