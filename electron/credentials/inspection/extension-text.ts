import {
  BerError,
  childrenOf,
  dottedIdentifier,
  is,
  isTagged,
  objectIdentifier,
  readWhole,
  sequence,
  smallInteger,
  tagged,
  tags,
  type BerElement,
} from '../formats/ber.ts'
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

/**
 * An extension as OpenSSL prints it: its title line, e.g. `X509v3 Basic Constraints: critical`, then its lines with
 * their indent, e.g. `CA:FALSE`.
 */
export function extensionText(extension: Extension): string[] {
  const title = `${extensionName(extension)}: ${extension.isCritical ? 'critical' : ''}`.trimEnd()
  return [title, ...linesOf(extension).map((line) => `    ${line}`.trimEnd())]
}

/** Returns an extension's name as OpenSSL prints it; its object identifier if it has none. */
export function extensionName({ oid }: Pick<Extension, 'oid'>): string {
  return titles[oid] ?? oid
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
  const value = (): BerElement => readWhole(extension.value)
  switch (extension.oid) {
    case extensionOid.subjectKeyIdentifier:
      return [colons(value().content)]
    case extensionOid.keyUsage:
      return [(keyUsagesOf([extension]) ?? []).join(', ')]
    case extensionOid.extendedKeyUsage:
      return [(extendedKeyUsagesOf([extension]) ?? []).join(', ')]
    case extensionOid.subjectAltName:
    case extensionOid.issuerAltName:
      return [sequence(value()).map(generalName).join(', ')]
    case extensionOid.basicConstraints:
      return [basicConstraints(value())]
    case extensionOid.authorityKeyIdentifier:
      return authorityKeyIdentifier(value())
    case extensionOid.crlDistributionPoints:
      return sequence(value()).flatMap(distributionPoint)
    case extensionOid.certificatePolicies:
      return sequence(value()).flatMap(policy)
    case extensionOid.authorityInformationAccess:
      return sequence(value()).map((access) => {
        const [method, location] = sequence(access)
        const oid = objectIdentifier(method)
        return `${accessMethods[oid] ?? oid} - ${generalName(location)}`
      })
    default:
      return undefined
  }
}

/** GeneralName (RFC 5280 §4.2.1.6). */
function generalName(name: BerElement | undefined): string {
  if (name === undefined) throw new BerError('A name is missing.')
  switch (name.tag) {
    case 1:
      return `email:${name.content.toString('latin1')}`
    case 2:
      return `DNS:${name.content.toString('latin1')}`
    case 4:
      return `DirName:${nameText(tagged(name, 4))}`
    case 6:
      return `URI:${name.content.toString('latin1')}`
    case 7:
      return `IP Address:${ipAddress(name.content)}`
    case 8:
      return `Registered ID:${dottedIdentifier(name.content)}`
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

function basicConstraints(element: BerElement): string {
  const parts = sequence(element)
  const isAuthority = is(parts[0], tags.boolean) && parts[0].content[0] !== 0
  const length = parts.find((part) => is(part, tags.integer))
  const limit = length === undefined ? '' : `, pathlen:${smallInteger(length)}`
  return `CA:${isAuthority ? 'TRUE' : 'FALSE'}${limit}`
}

function authorityKeyIdentifier(element: BerElement): string[] {
  return sequence(element).flatMap((field) => {
    if (field.tag === 0) return [colons(field.content)]
    if (field.tag === 1) return childrenOf(field).map(generalName)
    return [`serial:${colons(field.content)}`]
  })
}

function distributionPoint(point: BerElement): string[] {
  const name = sequence(point).find((part) => isTagged(part, 0))
  const full = name && childrenOf(name).find((part) => isTagged(part, 0))
  return full === undefined ? [] : ['Full Name:', ...childrenOf(full).map((each) => `  ${generalName(each)}`)]
}

function policy(information: BerElement): string[] {
  const oid = objectIdentifier(sequence(information)[0])
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

/** Formats bytes in hex with a separator between them, e.g. `0a:ff`. */
export function hexOf(bytes: Uint8Array, separator: string): string {
  return (Buffer.from(bytes).toString('hex').match(/../gu) ?? []).join(separator)
}
