import { stateNames } from '#shared/credentials/credential-parts.ts'
import type { Credential, ThumbprintMatch } from '#shared/credentials/credential.ts'
import { isPortalSpelling, recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { encodingNames, titleOf } from './detail-messages.ts'

/**
 * Describes which certificate a pasted thumbprint belongs to.
 * @param expected the credential to be confirmed
 * @param credentials all of the profile
 */
export function matchMessage(
  match: ThumbprintMatch,
  expected: Credential['id'],
  credentials: readonly Credential[],
): string {
  if (match.kind === 'none') return 'Doesn’t match any of your certificates.'
  if (match.kind === 'elsewhere') return `Belongs to profile “${match.profileName}”, not this one (${match.subject}).`
  if (match.credentialId === expected) return `Matches this certificate (${encodingNames[match.encoding]}).`
  const other = credentials.find(({ id }) => id === match.credentialId)
  if (other === undefined) return 'Matches another certificate in this profile.'
  return `Matches another certificate in this profile: ${titleOf(other)} (${stateNames[other.state]}).`
}

/**
 * Returns the usual spelling of a pasted thumbprint if it is spelled differently: the service compares text.
 * @param credential the credential to be confirmed
 */
export function usualSpelling(pasted: string, credential: Credential): string | undefined {
  const thumbprint = 'certificate' in credential ? credential.certificate?.thumbprint : undefined
  if (thumbprint === undefined || recognizeThumbprint(pasted, thumbprint) === undefined) return undefined
  return isPortalSpelling(pasted, thumbprint) ? undefined : thumbprint.sha1
}
