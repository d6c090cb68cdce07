import type { Credential, ThumbprintMatch } from '../../../shared/model/credential/credential.ts'
import { encodingNames, stateNames, titleOf } from '../details/credential-messages.ts'

/**
 * Which certificate a pasted thumbprint is.
 * @param expected the credential that is being confirmed
 * @param credentials all of the profile
 */
export function matchWords(
  match: ThumbprintMatch,
  expected: Credential['id'],
  credentials: readonly Credential[],
): string {
  if (match.kind === 'none') return 'This is none of your certificates.'
  if (match.kind === 'elsewhere')
    return `This is none of this profile’s certificates: it is one of “${match.profileName}” (${match.subject}).`
  if (match.credentialId === expected) return `This certificate: ${encodingNames[match.encoding]}.`
  const other = credentials.find(({ id }) => id === match.credentialId)
  if (other === undefined) return 'This is another certificate of this profile.'
  return `This is another certificate of this profile: ${titleOf(other)} (${stateNames[other.state]}).`
}
