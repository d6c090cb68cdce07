import type { Credential, ThumbprintMatch } from '../../../shared/model/credential/credential.ts'
import { encodingNames, stateNames, titleOf } from '../details/messages.ts'

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
