import { certificateOf } from '#shared/credentials/credential-parts.ts'
import {
  emptySubject,
  isSameSubject,
  subjectAlternativeNameSchema,
  subjectSchema,
  type Certificate,
  type CertificateRequest,
  type Credential,
  type RequestSuggestion,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { parseStoredCertificate } from '../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { BerElement } from './formats/ber.ts'
import { extensionName } from './inspection/extension-text.ts'
import { attributeText, nameAttributes } from './inspection/name-text.ts'
import { extensionOid } from './inspection/usages.ts'
import { readCertificateStructure, readRequestStructure, type Extension } from './inspection/x509-structure.ts'
import { attributesOf, subjectOf, type NameAttribute } from './subject-attributes.ts'

/** The name of a CSR. */
export interface RequestName {
  /** What it has of the attributes with a field. */
  readonly subject: Subject
  /** Its other attributes. */
  readonly more: readonly NameAttribute[]
  /** The attributes to encode, or the Name as it was encoded before (RFC 5280 §4.1.2.4), DER. */
  readonly name: readonly NameAttribute[] | Buffer
}

const nameTypes: Readonly<Record<string, SubjectAlternativeName['type']>> = {
  DNS: 'dns',
  'IP Address': 'ip',
  email: 'email',
  URI: 'uri',
}

/** Extensions that are about the issuer or the key: each certificate has its own. */
const issuersExtensions: readonly string[] = [
  extensionOid.basicConstraints,
  extensionOid.subjectKeyIdentifier,
  extensionOid.authorityKeyIdentifier,
  extensionOid.issuerAltName,
  extensionOid.crlDistributionPoints,
  extensionOid.authorityInformationAccess,
  // Signed certificate timestamps (RFC 6962 §3.3).
  '1.3.6.1.4.1.11129.2.4.2',
]

interface Repeated {
  readonly request?: CertificateRequest | undefined
  readonly certificate?: Certificate | undefined
}

/**
 * Returns what a credential's CSR should contain: in a replacement the same as the predecessor's CSR, else what its
 * certificate has; otherwise the same as its own last CSR.
 */
export function suggestRequest({ profile, ...stored }: StoredProfile, credentialId: string): RequestSuggestion {
  const before = repeated(stored, credentialId)
  const { request, certificate } = before
  const name = nameOf(before)
  const commonName = subjectSchema.shape.commonName.safeParse(profile.clientId.slice(0, 64)).data ?? ''
  const fallback = { subject: request?.subject ?? { ...emptySubject, commonName }, more: [] }
  const { subject, more } = name === undefined ? fallback : partsOf(name)
  const names = request?.subjectAlternativeNames ?? certificate?.subjectAlternativeNames.flatMap(alternativeName)
  return {
    subject,
    subjectAlternativeNames: [...(names ?? [])],
    ...(more.length === 0 ? {} : { moreAttributes: more.map(attributeText) }),
  }
}

/** Returns the name of a credential's new CSR. A subject that is the suggested one is encoded as it was before. */
export function requestName(
  stored: Pick<StoredProfile, 'credentials' | 'replacement'>,
  credentialId: string,
  wanted: Subject | readonly NameAttribute[],
): RequestName {
  if (!('commonName' in wanted)) return { ...subjectOf(wanted), name: wanted }
  const name = nameOf(repeated(stored, credentialId))
  const known = name && partsOf(name)
  return name !== undefined && known !== undefined && isSameSubject(known.subject, wanted)
    ? { subject: wanted, more: known.more, name: name.whole }
    : { subject: wanted, more: [], name: attributesOf(wanted) }
}

/**
 * Names what of the predecessor a replacement's CSR does not have: attributes without a field, if the subject was
 * changed, and what Clavis can't request of a certificate that it did not request itself.
 * @param request the CSR; undefined before it is created
 */
export function missingInRequest(old: Credential | undefined, request: CertificateRequest | undefined): string[] {
  const before = repeatable(old)
  const [oldName, name] = [nameOf(before), nameOf({ request })]
  const kept = new Set(name && nameAttributes(name).flat().map(attributeText))
  const lost = oldName === undefined || name === undefined ? [] : partsOf(oldName).more.map(attributeText)
  const alternativeNames = before.certificate?.subjectAlternativeNames ?? []
  return [
    ...lost.filter((each) => !kept.has(each)),
    ...alternativeNames.filter((each) => alternativeName(each).length === 0),
    ...extensionsOf(before)
      .filter(({ oid }) => oid !== extensionOid.subjectAltName && !issuersExtensions.includes(oid))
      .map(extensionName),
  ]
}

/** Returns the CSR or the certificate whose content a new CSR repeats. */
function repeated(
  { credentials, replacement }: Pick<StoredProfile, 'credentials' | 'replacement'>,
  credentialId: string,
): Repeated {
  if (replacement?.newCredentialId !== credentialId)
    return { request: credentials.find(({ id }) => id === credentialId)?.request }
  return repeatable(credentials.find(({ id }) => id === replacement.oldCredentialId))
}

function repeatable(old: Credential | undefined): Repeated {
  return old?.request === undefined ? { certificate: certificateOf(old) } : { request: old.request }
}

/** Returns the encoded Name; undefined if there is none, it can't be read or it is empty. */
function nameOf({ request, certificate }: Repeated): BerElement | undefined {
  try {
    const pem = request?.pem ?? certificate?.pem ?? ''
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/gu, ''), 'base64')
    const { subject } = request === undefined ? readCertificateStructure(der) : readRequestStructure(der)
    return nameAttributes(subject).length === 0 ? undefined : subject
  } catch {
    return undefined
  }
}

function partsOf(name: BerElement): ReturnType<typeof subjectOf> {
  return subjectOf(nameAttributes(name).flat())
}

function extensionsOf({ certificate }: Repeated): readonly Extension[] {
  const parsed = certificate && parseStoredCertificate(certificate.pem)
  return parsed === undefined ? [] : readCertificateStructure(parsed.raw).extensions
}

function alternativeName(text: string): SubjectAlternativeName[] {
  const colon = text.indexOf(':')
  const type = nameTypes[text.slice(0, colon)]
  const parsed = subjectAlternativeNameSchema.safeParse({ type, value: text.slice(colon + 1) })
  return parsed.success ? [parsed.data] : []
}
