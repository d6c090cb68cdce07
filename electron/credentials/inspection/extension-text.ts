import { derTag, dotted, hexOf, part, readDer, type DerValue } from './der.ts'
import { nameText } from './name-text.ts'
import { extendedKeyUsagesOf, extensionOid, keyUsagesOf } from './usages.ts'
import type { Extension } from './x509-structure.ts'

const titles: Readonly<Record<string, string>> = {
  [extensionOid.subjectKeyIdentifier]: 'X509v3 Subject Key Identifier',
  [extensionOid.keyUsage]: 'X509v3 Key Usage',
  [extensionOid.subjectAltName]: 'X509v3 Subject Alternative Name',
  [extensionOid.issuerAltName]: 'X509v3 Issuer Alternative Name',
  [extensionOid.basicConstraints]: 'X509v3 Basic Constraints',
  [extensionOid.crlDistributionPoints]: 'X509v3 CRL Distribution Points',
  [extensionOid.certificatePolicies]: 'X509v3 Certificate Policies',
  [extensionOid.authorityKeyIdentifier]: 'X509v3 Authority Key Identifier',
  [extensionOid.extendedKeyUsage]: 'X509v3 Extended Key Usage',
  [extensionOid.authorityInformationAccess]: 'Authority Information Access',
}

const accessMethods: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.48.1': 'OCSP',
  '1.3.6.1.5.5.7.48.2': 'CA Issuers',
}

/** An extension as OpenSSL prints it: its title line, then its lines with their indent. */
export function extensionText(extension: Extension): string[] {
  const title = `${titles[extension.oid] ?? extension.oid}: ${extension.isCritical ? 'critical' : ''}`.trimEnd()
  return [title, ...linesOf(extension).map((line) => `    ${line}`.trimEnd())]
}

function linesOf(extension: Extension): string[] {
  try {
    return knownLines(extension) ?? unknownLines(extension.value)
  } catch {
    // An extension in an unexpected form is displayed as its bytes.
    return unknownLines(extension.value)
  }
}

function knownLines(extension: Extension): string[] | undefined {
  const value = (): DerValue => readDer(extension.value)
  switch (extension.oid) {
    case extensionOid.subjectKeyIdentifier:
      return [colons(value().content)]
    case extensionOid.keyUsage:
      return [(keyUsagesOf([extension]) ?? []).join(', ')]
    case extensionOid.extendedKeyUsage:
      return [(extendedKeyUsagesOf([extension]) ?? []).join(', ')]
    case extensionOid.subjectAltName:
    case extensionOid.issuerAltName:
      return [value().parts.map(generalName).join(', ')]
    case extensionOid.basicConstraints:
      return [basicConstraints(value())]
    case extensionOid.authorityKeyIdentifier:
      return authorityKeyIdentifier(value())
    case extensionOid.crlDistributionPoints:
      return value().parts.flatMap(distributionPoint)
    case extensionOid.certificatePolicies:
      return value().parts.flatMap(policy)
    case extensionOid.authorityInformationAccess:
      return value().parts.map(
        (access) =>
          `${accessMethods[dotted(part(access, 0))] ?? dotted(part(access, 0))} - ${generalName(part(access, 1))}`,
      )
    default:
      return undefined
  }
}

/** GeneralName (RFC 5280 §4.2.1.6). */
function generalName(name: DerValue): string {
  switch (name.tag) {
    case 1:
      return `email:${name.content.toString('latin1')}`
    case 2:
      return `DNS:${name.content.toString('latin1')}`
    case 4:
      return `DirName:${nameText(part(name, 0))}`
    case 6:
      return `URI:${name.content.toString('latin1')}`
    case 7:
      return `IP Address:${ipAddress(name.content)}`
    case 8:
      return `Registered ID:${dotted(name)}`
    default:
      return 'othername:<unsupported>'
  }
}

function ipAddress(bytes: Buffer): string {
  if (bytes.length === 4) return [...bytes].join('.')
  if (bytes.length !== 16) return '<invalid>'
  return Array.from({ length: 8 }, (_, group) =>
    bytes
      .readUInt16BE(group * 2)
      .toString(16)
      .toUpperCase(),
  ).join(':')
}

function basicConstraints({ parts }: DerValue): string {
  const isAuthority = parts[0]?.tag === derTag.boolean && parts[0].content[0] !== 0
  const length = parts.find(({ tag }) => tag === derTag.integer)
  const limit =
    length === undefined ? '' : `, pathlen:${length.content.readUIntBE(0, Math.min(length.content.length, 6))}`
  return `CA:${isAuthority ? 'TRUE' : 'FALSE'}${limit}`
}

function authorityKeyIdentifier({ parts }: DerValue): string[] {
  return parts.flatMap((field) => {
    if (field.tag === 0) return [colons(field.content)]
    if (field.tag === 1) return field.parts.map(generalName)
    return [`serial:${colons(field.content)}`]
  })
}

function distributionPoint(point: DerValue): string[] {
  const name = point.parts.find(({ tag, isContextSpecific }) => isContextSpecific && tag === 0)
  const full = name?.parts.find(({ tag }) => tag === 0)
  return full === undefined ? [] : ['Full Name:', ...full.parts.map((each) => `  ${generalName(each)}`)]
}

function policy(information: DerValue): string[] {
  const oid = dotted(part(information, 0))
  return [`Policy: ${oid === '2.5.29.32.0' ? 'X509v3 Any Policy' : oid}`]
}

/** Sixteen bytes a line in hex. */
function unknownLines(bytes: Buffer): string[] {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 16) lines.push(hexOf(bytes.subarray(at, at + 16), ' '))
  return lines
}

function colons(bytes: Uint8Array): string {
  return hexOf(bytes, ':').toUpperCase()
}
