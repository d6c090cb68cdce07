import type { Credential } from '#shared/credentials/credential.ts'
import { judge, usableValidity, validityOf } from '#shared/expiry/expiry.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'

/** The next step for a credential; `wait`: none until its certificate is valid. */
export type NextStep =
  | 'make-request'
  | 'export-request'
  | 'import-certificate'
  | 'wait'
  | 'confirm'
  | 'activate'
  | 'replace'
  | 'replace-expired'
  | 'none'

export const nextStepMessages: Readonly<Record<Exclude<NextStep, 'none'>, string>> = {
  'make-request': 'Create a CSR for the certificate authority to sign.',
  'export-request': 'Save or copy the CSR and send it to the certificate authority.',
  'import-certificate': 'Import the signed certificate, or drop it here.',
  wait: 'The certificate is not valid yet. If this is unexpected, check this computer’s clock.',
  confirm: 'Upload the certificate to the portal, then confirm the thumbprint it shows.',
  activate: 'Activate to use it for signing.',
  replace: 'Expires soon. Start a replacement; this one stays active until you switch.',
  'replace-expired': 'Expired: the service no longer accepts it. Create a new key and have its certificate signed.',
}

/**
 * Returns the next step for a credential.
 * @param credentials all of the profile: a replacement in progress needs no second one
 * @param thresholds the profile's, in days before expiry
 * @param now milliseconds since the epoch
 */
export function nextStep(
  credential: Credential,
  credentials: readonly Credential[],
  thresholds: readonly number[],
  now: number,
  timeZone: string,
): NextStep {
  switch (credential.state) {
    case 'key-created':
      return credential.request === undefined ? 'make-request' : 'export-request'
    case 'csr-exported':
      return 'import-certificate'
    case 'retired':
      return 'none'
    case 'certificate-imported':
    case 'confirmed':
    case 'active': {
      const { urgency } = judge(validityOf(credential.certificate), thresholds, now, timeZone)
      const usable = judge(usableValidity(credential.certificate), thresholds, now, timeZone)
      const { isNotYetValid } = usable
      const hasExpired = usable.urgency === 'expired'
      if (hasExpired || (credential.state === 'active' && urgency !== 'fine' && !isNotYetValid))
        return hasSuccessor(credential, credentials, now) ? 'none' : hasExpired ? 'replace-expired' : 'replace'
      if (isNotYetValid) return credential.state === 'active' ? 'none' : 'wait'
      if (credential.state === 'certificate-imported') return 'confirm'
      if (credential.state === 'confirmed') return 'activate'
      return credential.confirmation === undefined ? 'confirm' : 'none'
    }
  }
}

/**
 * Returns what follows the activation of a credential; undefined once it was done.
 * @param isTested whether a test of the profile succeeded in this window: a list is offered after it, not at every start
 * @param hasList whether a list of the profile is loaded
 */
export function stepAfterActivation(
  { reportsBaseUrl }: Pick<Profile, 'reportsBaseUrl'>,
  { verified }: Pick<ProfileStatus, 'verified'>,
  isTested: boolean,
  hasList: boolean,
): 'get-token' | 'open-list' | undefined {
  if (verified.token === undefined) return 'get-token'
  return isTested && !hasList && reportsBaseUrl !== '' ? 'open-list' : undefined
}

/**
 * Returns whether another credential is active or can be activated after this one: it waits for its certificate, or
 * expires later.
 */
function hasSuccessor(credential: Credential, credentials: readonly Credential[], now: number): boolean {
  const ends = endOf(credential)
  return credentials.some((other) => {
    if (other.id === credential.id || other.state === 'retired') return false
    const end = endOf(other)
    return end === undefined || (end > now && (ends === undefined || end > ends))
  })
}

/** Milliseconds since the epoch; undefined before there is a certificate. */
function endOf(credential: Credential): number | undefined {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  return certificate === undefined ? undefined : Date.parse(validityOf(certificate).notAfter)
}
