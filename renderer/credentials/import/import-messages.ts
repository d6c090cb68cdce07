import type { ImportedPart } from '../../../shared/model/credential/import.ts'
import type { ProfileId } from '../../../shared/model/profile/profile.ts'

/** What an import came to, in a few words. */
export function titleOfImport(parts: readonly ImportedPart[]): string {
  const certificates = parts.filter(isCertificate).length
  const keys = parts.filter(isKey).length
  if (certificates > 0 && keys > 0) return 'Certificates and keys imported'
  if (certificates > 0) return certificates === 1 ? 'Certificate imported' : `${certificates} certificates imported`
  if (keys > 0) return keys === 1 ? 'Key imported' : `${keys} keys imported`
  if (parts.some(({ kind }) => kind === 'chain-extended')) return 'Chain completed'
  if (parts.some(({ kind }) => kind === 'needs-passphrase' || kind === 'needs-profile'))
    return 'One more thing is needed'
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'already-there')) return titleOfKnown(parts)
  return 'Nothing was imported'
}

function isCertificate(part: ImportedPart): boolean {
  return part.kind === 'imported' || (part.kind === 'created' && part.hasCertificate)
}

function isKey(part: ImportedPart): boolean {
  return part.kind === 'key-restored' || (part.kind === 'created' && !part.hasCertificate)
}

function titleOfKnown(parts: readonly ImportedPart[]): string {
  const [first] = parts
  if (parts.length === 1 && first?.kind === 'already-there') return `This ${first.part} is there already`
  return 'All of this is there already'
}

/** What the part is called. */
export function nameOfPart(part: ImportedPart): string {
  if (part.kind === 'needs-passphrase' || part.kind === 'refused')
    return part.name === '' ? 'The pasted text' : part.name
  return part.subject
}

/**
 * What became of one part.
 * @param here the profile that the window shows, if it shows one
 * @param nameOf a profile’s name; undefined where it is not known
 */
export function wordsOfPart(
  part: ImportedPart,
  here: ProfileId | undefined,
  nameOf: (profileId: ProfileId) => string | undefined,
): string {
  const where = (profileId: ProfileId): string => {
    const name = nameOf(profileId)
    return profileId === here ? 'this profile' : name === undefined ? 'another profile' : `“${name}”`
  }
  switch (part.kind) {
    case 'imported':
      return withWarning(`It found its key in ${where(part.profileId)}.`, part.warning)
    case 'created':
      return withWarning(
        part.hasCertificate
          ? `Certificate and key are a new credential of ${where(part.profileId)}. The key is in the keychain.`
          : `It is a new credential of ${where(part.profileId)}; its certificate can come later. The key is in the keychain.`,
        part.warning,
      )
    case 'key-restored':
      return `The keychain had lost this key, which a credential of ${where(part.profileId)} has. It is back.`
    case 'already-there':
      return `It is in ${where(part.profileId)} already; nothing changed.`
    case 'chain-extended':
      return part.credentials === 1
        ? 'It completes the chain of a certificate that was there.'
        : `It completes the chains of ${part.credentials} certificates that were there.`
    case 'without-key':
    case 'needs-profile':
    case 'refused':
      return part.reason
    case 'needs-passphrase':
      return part.attempt === 'none'
        ? `${part.what} is locked. Type its passphrase.`
        : `${part.what} does not open with this passphrase. Check it and try again.`
  }
}

function withWarning(words: string, warning: string | undefined): string {
  return warning === undefined ? words : `${words} ${warning}`
}
