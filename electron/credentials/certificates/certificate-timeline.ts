import { validityOf } from '../../../shared/expiry/expiry.ts'
import type { TimelineCertificate } from '../../../shared/expiry/warning-thresholds.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'

/**
 * Returns every certificate of the profiles, retired ones too, in the profiles' order. Needs no keychain.
 * @param thresholdsOf returns a profile's, in days before expiry
 */
export function certificateTimeline(
  profiles: readonly StoredProfile[],
  thresholdsOf: (profileId: string) => number[],
): TimelineCertificate[] {
  return profiles.flatMap(({ profile, credentials }) =>
    credentials.flatMap((credential): TimelineCertificate[] => {
      if (!('certificate' in credential) || credential.certificate === undefined) return []
      const { certificate } = credential
      return [
        {
          profileId: profile.id,
          profileName: profile.name,
          environment: profile.environment,
          practice: profile.practice,
          credentialId: credential.id,
          state: credential.state,
          ...(credential.state === 'retired' ? { retiredAt: credential.retiredAt } : {}),
          subject: certificate.subject,
          ...validityOf(certificate),
          thresholds: thresholdsOf(profile.id),
        },
      ]
    }),
  )
}
