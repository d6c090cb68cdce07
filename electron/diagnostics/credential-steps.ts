import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { isPortalSpelling, keyIdOf, recognizeThumbprint } from '#shared/credentials/key-id.ts'
import type { DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import { ClavisError } from '#shared/errors.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import { inUtc } from '#shared/values/date-text.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { ActiveCredential, DiagnosisFacts, KidOwner } from './facts.ts'
import { asFailure, bad, good, skipped, warning } from './step.ts'

const encodingNames = {
  'sha1-hex': 'the SHA-1 thumbprint in hex',
  'sha256-hex': 'the SHA-256 thumbprint in hex',
  'sha1-base64url': 'the SHA-1 thumbprint in base64url (x5t)',
  'sha256-base64url': 'the SHA-256 thumbprint in base64url (x5t#S256)',
} as const

/** Checks that the keychain is available. */
export async function keychainStep(keychain: Keychain): Promise<DiagnosisStep> {
  const found = await keychain.describe().catch(asFailure)
  if (found instanceof ClavisError)
    return bad('keychain', [found.message, found.hint, found.command].filter((text) => text !== undefined).join(' '))
  const { name, version } = found
  return good('keychain', `${name} is available.`, [
    { label: 'Keychain', value: version === undefined ? name : `${name} ${version}` },
  ])
}

/** Checks that the client secret, or a private key that matches the certificate, is in the keychain. */
export async function keyStep(credentials: CredentialService, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  const { profile } = facts.own
  const usesSecret = profile.clientAuthentication.startsWith('client_secret')
  try {
    if (usesSecret) {
      const secret = await credentials.clientSecrets.read(profile.id)
      secret.wipe()
      return good('key', 'The client secret is in the keychain.')
    }
    const { credential } = await credentials.signingKeys.of(facts.own, facts.active?.id ?? '')
    return good('key', 'The private key is in the keychain and matches the certificate.', [
      { label: 'Key', value: `RSA, ${credential.keySize} bits` },
    ])
  } catch (error) {
    const failure = asFailure(error)
    if (failure.code === 'credential-not-found' && facts.active === undefined)
      return skipped('key', 'Skipped: no active credential.')
    // The next step reports the validity period.
    if (failure.code === 'certificate-expired' || failure.code === 'certificate-not-yet-valid')
      return skipped('key', 'Skipped: the certificate is not valid now.')
    facts.secretFailure = failure
    return bad('key', failure.message)
  }
}

/** Says of the certificate what the profile's health says, with what that rests on. */
export function certificateStep({ active, own, certificate: check }: DiagnosisFacts): DiagnosisStep {
  if (check === undefined || own.profile.clientAuthentication.startsWith('client_secret'))
    return skipped('certificate', 'Certificate not needed: the profile uses a client secret.')
  const { level, words, detail, isMissing } = check
  const more = level === 'warn' && detail !== undefined ? ` ${detail}` : ''
  const result = isMissing === true ? bad : level === 'good' ? good : warning
  return result('certificate', `Certificate: ${words}.${more}`, active === undefined ? [] : evidenceOf(active))
}

function evidenceOf({ certificate }: ActiveCredential): DiagnosisStep['evidence'] {
  const { subject, issuer, notBefore, notAfter } = certificate
  const first = validityOf(certificate)
  return [
    { label: 'Subject', value: subject },
    { label: 'Issuer', value: issuer },
    { label: 'Valid', value: `${inUtc(notBefore)} to ${inUtc(notAfter)}` },
    ...(first.expiringIssuer === undefined
      ? []
      : [{ label: 'Expires first', value: `${first.expiringIssuer}, ${inUtc(first.notAfter)}` }]),
  ]
}

/** Checks which certificate the key ID identifies. */
export function kidStep(facts: DiagnosisFacts): DiagnosisStep {
  const { active, own } = facts
  if (own.profile.clientAuthentication !== 'private_key_jwt')
    return skipped('kid', 'Key ID not needed: the profile sends no assertion.')
  if (active === undefined) return skipped('kid', 'Skipped: no active credential.')
  const kid = keyIdOf(own.profile.kid, active, own.credentials)
  facts.kid = kid
  facts.kidOwner = ownerOf(kid, facts, active.id)
  const evidence = [{ label: 'kid', value: kid }]
  switch (facts.kidOwner.kind) {
    case 'active': {
      const sentence = `The key ID is ${encodingNames[facts.kidOwner.encoding]} of the active certificate`
      if (!facts.kidOwner.isAsConfirmed)
        return warning('kid', `${sentence}, but it is not confirmed with the portal’s Thumbprint.`, evidence)
      return facts.kidOwner.isPortalSpelling
        ? good('kid', `${sentence}, as shown in the portal.`, evidence)
        : warning('kid', `${sentence}, confirmed in another spelling than portals usually show.`, [
            ...evidence,
            { label: 'Usual spelling', value: active.certificate.thumbprint.sha1 },
          ])
    }
    case 'other':
      return bad(
        'kid',
        `The key ID belongs to another certificate: ${facts.kidOwner.subject} of “${facts.kidOwner.profileName}”.`,
        evidence,
      )
    case 'unknown':
      return bad('kid', 'The key ID doesn’t match any of your certificates.', evidence)
  }
}

function ownerOf(kid: string, { active, all }: DiagnosisFacts, activeId: string): KidOwner {
  if (active !== undefined) {
    const encoding = recognizeThumbprint(kid, active.certificate.thumbprint)
    if (encoding !== undefined)
      return {
        kind: 'active',
        encoding,
        isAsConfirmed: active.confirmation?.thumbprint === kid,
        isPortalSpelling: isPortalSpelling(kid, active.certificate.thumbprint),
      }
  }
  for (const { profile, credentials } of all)
    for (const credential of credentials) {
      const certificate = certificateOf(credential)
      if (credential.id === activeId || certificate === undefined) continue
      if (recognizeThumbprint(kid, certificate.thumbprint) !== undefined)
        return { kind: 'other', profileName: profile.name, subject: certificate.subject }
    }
  return { kind: 'unknown' }
}
