import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { localDay } from '#shared/values/local-day.ts'
import { retired } from '../credentials/lifecycle.ts'
import { nameInHistory } from '../profiles/store/credential-history.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

/**
 * Retires those of a backup's credentials that the profile on this computer has retired since: a restore never makes one
 * usable again.
 */
export function withRetiredOfHere(
  credentials: readonly Credential[],
  here: StoredProfile | undefined,
): readonly Credential[] {
  if (here === undefined) return credentials
  return credentials.map((each) => {
    const retiredAt = each.state === 'retired' ? undefined : retiredHere(each, here)
    return retiredAt === undefined ? each : retired(each, retiredAt)
  })
}

/** Names the credentials that {@link withRetiredOfHere} retires. @param timeZone of their days */
export function namesOfRetired(
  credentials: readonly Credential[],
  here: StoredProfile | undefined,
  timeZone: string | undefined,
): string[] {
  return withRetiredOfHere(credentials, here).flatMap((each, index) =>
    each === credentials[index] ? [] : [nameWithExpiry(each, timeZone)],
  )
}

/** Returns when the profile retired a credential; it may have been removed after that. */
function retiredHere(credential: Credential, { credentials, history }: StoredProfile): string | undefined {
  const sha256 = certificateOf(credential)?.thumbprint.sha256
  for (const each of credentials)
    if (each.state === 'retired' && (isSame(each, credential) || isOf(each, sha256))) return each.retiredAt
  if (credentials.some((each) => isSame(each, credential))) return undefined
  return history.findLast(({ kind, credentialId }) => kind === 'retired' && credentialId === credential.id)?.at
}

function isSame(one: Credential, other: Credential): boolean {
  return one.id === other.id && one.publicKeyFingerprint === other.publicKeyFingerprint
}

function isOf(credential: Credential, sha256: string | undefined): boolean {
  return sha256 !== undefined && certificateOf(credential)?.thumbprint.sha256 === sha256
}

function nameWithExpiry(credential: Credential, timeZone: string | undefined): string {
  const certificate = certificateOf(credential)
  const name = nameInHistory(credential)
  return certificate === undefined ? name : `${name}, expires ${localDay(validityOf(certificate).notAfter, timeZone)}`
}
