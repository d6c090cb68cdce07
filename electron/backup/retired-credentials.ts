import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { localDay } from '#shared/values/local-day.ts'
import { retired } from '../credentials/lifecycle.ts'
import { nameInHistory } from '../profiles/store/credential-history.ts'
import type { RetiredCredential, RetiredCredentials } from '../profiles/store/credential-states.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

/** A profile of a backup as it is there, as it is restored, and the profiles of this computer that match it. */
interface Restoring {
  readonly source: StoredProfile
  readonly stored: StoredProfile
  readonly replaced?: StoredProfile | undefined
  readonly beside?: StoredProfile | undefined
}

/**
 * Returns a restored profile's credentials, of which those are retired that this computer has retired since, also if they were
 * removed after that: a restore never makes one usable again.
 */
export function withRetiredOfHere(
  { source, stored, replaced, beside }: Restoring,
  all: RetiredCredentials,
): Credential[] {
  const profileIds = new Set([source, stored, replaced, beside].map((each) => each?.profile.id ?? ''))
  const here = [...profileIds].flatMap((id) => all.get(id) ?? [])
  return stored.credentials.map((each, index) => {
    // It may get another id than it has in the backup.
    const ids = [each.id, source.credentials[index]?.id]
    const same = here.find((other) => ids.includes(other.credentialId) && isSameKey(other, each))
    const since = (same ?? here.find((other) => hasCertificate(other, each)))?.retiredAt
    return since === undefined ? each : retired(each, since)
  })
}

/** Names the credentials that are retired afterwards and were not before. @param timeZone of their days */
export function namesOfRetired(
  before: readonly Credential[],
  after: readonly Credential[],
  timeZone: string | undefined,
): string[] {
  return after.flatMap((each, index) =>
    each.state === 'retired' && before[index]?.state !== 'retired' ? [nameWithExpiry(each, timeZone)] : [],
  )
}

function isSameKey({ fingerprint }: RetiredCredential, credential: Credential): boolean {
  return fingerprint === undefined || fingerprint === credential.publicKeyFingerprint
}

function hasCertificate({ sha256 }: RetiredCredential, credential: Credential): boolean {
  return sha256 !== undefined && certificateOf(credential)?.thumbprint.sha256 === sha256
}

function nameWithExpiry(credential: Credential, timeZone: string | undefined): string {
  const certificate = certificateOf(credential)
  const name = nameInHistory(credential)
  return certificate === undefined ? name : `${name}, expires ${localDay(validityOf(certificate).notAfter, timeZone)}`
}
