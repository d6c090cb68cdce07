import type { ImportedPart } from '#shared/credentials/import.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'

export function importTitle(parts: readonly ImportedPart[]): string {
  const certificates = parts.filter(isCertificate).length
  const keys = parts.filter(isKey).length
  if (certificates > 0 && keys > 0) return 'Certificates and keys imported'
  if (certificates > 0) return certificates === 1 ? 'Certificate imported' : `${certificates} certificates imported`
  if (keys > 0) return keys === 1 ? 'Key imported' : `${keys} keys imported`
  if (parts.some(({ kind }) => kind === 'chain-extended')) return 'Chain completed'
  if (parts.some(({ kind }) => kind === 'needs-passphrase' || kind === 'needs-profile')) return 'Action needed'
  if (parts.some(({ kind }) => kind === 'not-of-replacement')) return 'Not this replacement’s'
  if (parts.some(({ kind }) => kind === 'issuer-saved')) return 'Issuer saved'
  const [first] = parts
  if (first === undefined || parts.some(({ kind }) => kind !== 'already-there')) return 'Nothing imported'
  if (parts.length > 1 || first.kind !== 'already-there') return 'Already imported'
  return first.part === 'key' ? 'Key already imported' : 'Certificate already imported'
}

function isCertificate(part: ImportedPart): boolean {
  return part.kind === 'imported' || (part.kind === 'created' && part.hasCertificate)
}

function isKey(part: ImportedPart): boolean {
  return part.kind === 'key-restored' || (part.kind === 'created' && !part.hasCertificate)
}

export function partName(part: ImportedPart): string {
  if (part.kind === 'needs-passphrase' || part.kind === 'refused') return part.name === '' ? 'Pasted text' : part.name
  return part.subject
}

/**
 * Describes the result for one part of an import.
 * @param here the profile that the window shows, if any
 * @param nameOf a profile’s name, if known
 */
export function partMessage(
  part: ImportedPart,
  here: ProfileId | undefined,
  nameOf: (profileId: ProfileId) => string | undefined,
): string {
  const place = (profileId: ProfileId): string => {
    const name = nameOf(profileId)
    return profileId === here ? 'this profile' : name === undefined ? 'another profile' : `“${name}”`
  }
  switch (part.kind) {
    case 'imported':
      return withWarning(`Matched to a key in ${place(part.profileId)}.`, part.warning)
    case 'created': {
      const created = `New credential in ${place(part.profileId)}. The key is stored in your keychain.`
      return withWarning(
        part.hasCertificate ? created : `${created} You can import its certificate later.`,
        part.warning,
      )
    }
    case 'key-restored':
      return `Restored to your keychain, where a credential in ${place(part.profileId)} was missing it.`
    case 'already-there':
      return `Already in ${place(part.profileId)}; nothing changed.`
    case 'chain-extended':
      return part.credentials === 1
        ? 'Completes the chain of 1 certificate.'
        : `Completes the chains of ${part.credentials} certificates.`
    case 'issuer-saved':
      return 'Saved a certificate authority’s certificate. It will complete the chains of certificates that it issued when you import them.'
    case 'without-key':
    case 'needs-profile':
    case 'not-of-replacement':
    case 'refused':
      return part.reason
    case 'needs-passphrase':
      return part.attempt === 'none'
        ? `${part.what} is encrypted. Enter its passphrase.`
        : 'Wrong passphrase. Check it and try again.'
  }
}

function withWarning(message: string, warning: string | undefined): string {
  return warning === undefined ? message : `${message} ${warning}`
}
