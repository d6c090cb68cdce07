import {
  BerError,
  childrenOf,
  isTagged,
  objectIdentifier,
  readWhole,
  requireTag,
  sequence,
  smallInteger,
  tagged,
  tags,
  type BerElement,
} from '../formats/ber.ts'

/** An extension (RFC 5280 §4.2). */
export interface Extension {
  readonly oid: string
  readonly isCritical: boolean
  /** The DER inside its octet string. */
  readonly value: Buffer
}

/** The parts of a certificate that Node's own parser does not give (RFC 5280 §4.1). */
export interface CertificateStructure {
  /** 1, 2 or 3. */
  readonly version: number
  readonly serialNumber: Buffer
  readonly signatureAlgorithm: string
  readonly issuer: BerElement
  readonly subject: BerElement
  readonly publicKeyAlgorithm: string
  readonly extensions: readonly Extension[]
  readonly signature: Buffer
}

/** The parts of a CSR (RFC 2986 §4). */
export interface RequestStructure {
  readonly version: number
  readonly signatureAlgorithm: string
  readonly subject: BerElement
  readonly publicKeyAlgorithm: string
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Buffer
  /** Of its attribute extensionRequest (RFC 2985 §5.4.2). */
  readonly extensions: readonly Extension[]
  readonly signature: Buffer
}

const extensionRequest = '1.2.840.113549.1.9.14'

/** @throws BerError if the bytes are not a certificate */
export function readCertificateStructure(der: Buffer): CertificateStructure {
  const [toBeSigned, signatureAlgorithm, signature] = sequence(readWhole(der))
  const fields = sequence(toBeSigned)
  const version = isTagged(fields[0], 0) ? smallInteger(tagged(fields.shift(), 0)) + 1 : 1
  const [serialNumber, , issuer, , subject, publicKeyInfo] = fields
  const wrapped = fields.find((field) => isTagged(field, 3))
  return {
    version,
    serialNumber: requireTag(serialNumber, tags.integer).content,
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    issuer: requireTag(issuer, tags.sequence),
    subject: requireTag(subject, tags.sequence),
    publicKeyAlgorithm: algorithmOf(sequence(publicKeyInfo)[0]),
    extensions: wrapped === undefined ? [] : extensionsOf(tagged(wrapped, 3)),
    signature: bits(signature),
  }
}

/** @throws BerError if the bytes are not a CSR */
export function readRequestStructure(der: Buffer): RequestStructure {
  const [info, signatureAlgorithm, signature] = sequence(readWhole(der))
  const [version, subject, publicKeyInfo, attributes] = sequence(info)
  const asked = (isTagged(attributes, 0) ? childrenOf(attributes) : [])
    .map(sequence)
    .find(([type]) => objectIdentifier(type) === extensionRequest)
  return {
    version: smallInteger(version) + 1,
    subject: requireTag(subject, tags.sequence),
    publicKeyAlgorithm: algorithmOf(sequence(publicKeyInfo)[0]),
    publicKeyInfo: requireTag(publicKeyInfo, tags.sequence).whole,
    extensions: asked === undefined ? [] : extensionsOf(childrenOf(requireTag(asked[1], tags.set))[0]),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    signature: bits(signature),
  }
}

function algorithmOf(identifier: BerElement | undefined): string {
  return objectIdentifier(sequence(identifier)[0])
}

function extensionsOf(list: BerElement | undefined): Extension[] {
  return sequence(list).map((extension) => {
    const [oid, ...rest] = sequence(extension)
    const value = rest.at(-1)
    if (value === undefined) throw new BerError('An extension has no value.')
    const critical = rest.length > 1 ? rest[0] : undefined
    return {
      oid: objectIdentifier(oid),
      isCritical: critical?.tag === tags.boolean && critical.content[0] !== 0,
      value: value.content,
    }
  })
}

function bits(element: BerElement | undefined): Buffer {
  // The first byte is the number of unused bits.
  return requireTag(element, tags.bitString).content.subarray(1)
}
