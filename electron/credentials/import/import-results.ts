import type { X509Certificate } from 'node:crypto'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { nameLine } from '../../profiles/store/stored-certificate.ts'
import type { FoundKey } from '../formats/material.ts'
import { validityProblem } from '../validity.ts'

/** What a part of an import is called, and what identifies it. */
type PartName = Pick<Extract<ImportedPart, { kind: 'needs-profile' }>, 'subject' | 'fingerprint'>

/** Names a private key without certificate. */
export function keyPart({ keySize, fingerprint }: Pick<FoundKey, 'keySize' | 'fingerprint'>): PartName {
  return { subject: `RSA key of ${keySize} bits`, fingerprint }
}

export function certificatePart({ subject, fingerprint256 }: X509Certificate): PartName {
  return { subject: nameLine(subject), fingerprint: fingerprint256.replaceAll(':', '') }
}

/** Says why a key is not imported for one profile: another one has it. */
export function reasonOfOwner(name: string): string {
  return `It is the key of a credential of “${name}”. Import it for that profile.`
}

/** Collects what becomes of each part of an import, as the person reads it. */
export class ImportResults {
  readonly parts: ImportedPart[] = []

  addKey(key: FoundKey, { profileId, id: credentialId }: Credential): void {
    this.parts.push({ kind: 'created', profileId, credentialId, ...keyPart(key), hasCertificate: false })
  }

  addNeedsProfile(part: PartName, reason: string): void {
    this.parts.push({ kind: 'needs-profile', ...part, reason })
  }

  addNotOfReplacement(part: PartName): void {
    this.parts.push({ kind: 'not-of-replacement', ...part, reason: 'It has another key than this replacement’s.' })
  }

  /**
   * Adds a certificate that a credential got.
   * @param isBeside whether the credential was created for it, because the key has another certificate
   * @param now milliseconds since the epoch
   */
  addCertificate(credential: Credential, described: Certificate, isBeside: boolean, now: number): void {
    const { profileId, id: credentialId } = credential
    const words = [
      validityProblem(validityOf(described), now),
      isBeside ? 'Its key already has another certificate, so this one was added as a separate credential.' : undefined,
    ].filter((each) => each !== undefined)
    const warning = words.length === 0 ? {} : { warning: words.join(' ') }
    // A key and its certificate in one import are one result.
    const made = this.parts.findIndex((part) => part.kind === 'created' && part.credentialId === credentialId)
    const part = { profileId, credentialId, subject: described.subject, ...warning }
    if (made >= 0) {
      const fingerprint = credential.publicKeyFingerprint
      this.parts[made] = { kind: 'created', ...part, fingerprint, hasCertificate: true }
    } else this.parts.push({ kind: 'imported', ...part, fingerprint: described.thumbprint.sha256 })
  }

  addAlreadyThere(certificate: X509Certificate, { profileId, id: credentialId }: Credential): void {
    const part = certificatePart(certificate)
    this.parts.push({ kind: 'already-there', part: 'certificate', profileId, credentialId, ...part })
  }

  /** @param credentials number of those whose chain it completes */
  addChainExtended(certificate: X509Certificate, credentials: number): void {
    this.parts.push({ kind: 'chain-extended', ...certificatePart(certificate), credentials })
  }

  addIssuerSaved(certificate: X509Certificate): void {
    this.parts.push({ kind: 'issuer-saved', ...certificatePart(certificate) })
  }

  addWithoutKey(certificate: X509Certificate, reason: string): void {
    this.parts.push({ kind: 'without-key', ...certificatePart(certificate), reason })
  }
}
