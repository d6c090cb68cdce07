import { replacementProgress } from '../../shared/model/credential/replacement-messages.ts'
import { replacementStep } from '../../shared/model/credential/replacement.ts'
import type { WarningSettings, WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { orderedThresholds } from '../../shared/model/expiry/warning.ts'
import type { StoredProfile } from '../profiles/stored-profile.ts'
import type { NoticeState } from './notice-state.ts'

/**
 * The certificates that Clavis watches: of every credential that is not retired, nearest end first.
 * @param state snoozes, replacements and profiles' own thresholds
 */
export function watchedCertificates(
  profiles: readonly StoredProfile[],
  settings: Pick<WarningSettings, 'thresholds'>,
  state: Pick<NoticeState, 'certificates' | 'profiles'>,
): WatchedCertificate[] {
  return profiles
    .flatMap((stored) => {
      const { profile, credentials } = stored
      const thresholds = orderedThresholds(state.profiles[profile.id]?.thresholds ?? settings.thresholds)
      return credentials.flatMap((credential): WatchedCertificate[] => {
        if (credential.state === 'retired' || !('certificate' in credential)) return []
        const { notBefore, notAfter, thumbprint } = credential.certificate
        const active = credential.state === 'active'
        const { snooze, replacement: byHand } = state.certificates[thumbprint.sha256] ?? {}
        const replacement = byHand ?? guidedReplacement(stored, credential.id)
        return [
          {
            profileId: profile.id,
            profileName: profile.name,
            environment: profile.environment,
            practice: profile.practice,
            credentialId: credential.id,
            active,
            notBefore,
            notAfter,
            thumbprint: thumbprint.sha1,
            fingerprint: thumbprint.sha256,
            thresholds,
            // Only what signs can stop the service; `clavis expiry` judges by the same.
            quiet: !active,
            ...(snooze === undefined ? {} : { snooze }),
            ...(replacement === undefined ? {} : { replacement }),
          },
        ]
      })
    })
    .sort((one, other) => Date.parse(one.notAfter) - Date.parse(other.notAfter))
}

/** The guided replacement of a credential, told by its step; undefined where none is under way. */
function guidedReplacement(
  { replacement, credentials }: StoredProfile,
  credentialId: string,
): WatchedCertificate['replacement'] {
  if (replacement?.oldCredentialId !== credentialId) return undefined
  const step = replacementStep(replacement, credentials)
  return step === 'done' ? undefined : { since: replacement.startedAt, note: replacementProgress(step) }
}
