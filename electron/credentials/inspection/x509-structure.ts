import { derTag, dotted, part, readDer, type DerValue } from './der.ts'

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
  readonly issuer: DerValue
  readonly subject: DerValue
  readonly publicKeyAlgorithm: string
  readonly extensions: readonly Extension[]
  readonly signature: Buffer
}

/** The parts of a CSR (RFC 2986 §4). */
export interface RequestStructure {
  readonly version: number
  readonly signatureAlgorithm: string
  readonly subject: DerValue
  readonly publicKeyAlgorithm: string
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Buffer
  /** Of its attribute extensionRequest (RFC 2985 §5.4.2). */
  readonly extensions: readonly Extension[]
  readonly signature: Buffer
}

const extensionRequest = '1.2.840.113549.1.9.14'

/** @throws Error if the bytes are not a certificate */
export function readCertificateStructure(der: Uint8Array): CertificateStructure {
  const certificate = readDer(der)
  const fields = [...part(certificate, 0).parts]
  const version = fields[0]?.isContextSpecific === true ? integer(part(fields.shift() ?? certificate, 0)) + 1 : 1
  const body: DerValue = { ...certificate, parts: fields }
  const wrapped = fields.find(({ isContextSpecific, tag }) => isContextSpecific && tag === 3)
  return {
    version,
    serialNumber: part(body, 0).content,
    signatureAlgorithm: dotted(part(part(body, 1), 0)),
    issuer: part(body, 2),
    subject: part(body, 4),
    publicKeyAlgorithm: dotted(part(part(part(body, 5), 0), 0)),
    extensions: wrapped === undefined ? [] : extensionsOf(part(wrapped, 0)),
    signature: bits(part(certificate, 2)),
  }
}

/** @throws Error if the bytes are not a CSR */
export function readRequestStructure(der: Uint8Array): RequestStructure {
  const request = readDer(der)
  const info = part(request, 0)
  const attributes = info.parts.find(({ isContextSpecific, tag }) => isContextSpecific && tag === 0)
  const asked = attributes?.parts.find((attribute) => dotted(part(attribute, 0)) === extensionRequest)
  return {
    version: integer(part(info, 0)) + 1,
    subject: part(info, 1),
    publicKeyAlgorithm: dotted(part(part(part(info, 2), 0), 0)),
    publicKeyInfo: part(info, 2).encoded(),
    extensions: asked === undefined ? [] : extensionsOf(part(part(asked, 1), 0)),
    signatureAlgorithm: dotted(part(part(request, 1), 0)),
    signature: bits(part(request, 2)),
  }
}

function extensionsOf(list: DerValue): Extension[] {
  return list.parts.map((extension) => {
    const [oid, ...rest] = extension.parts
    const value = rest.at(-1)
    if (oid === undefined || value === undefined) throw new Error('An extension has no value.')
    const critical = rest.length > 1 ? rest[0] : undefined
    return {
      oid: dotted(oid),
      isCritical: critical?.tag === derTag.boolean && critical.content[0] !== 0,
      value: value.content,
    }
  })
}

function bits({ content }: DerValue): Buffer {
  // The first byte is the number of unused bits.
  return content.subarray(1)
}

function integer({ content }: DerValue): number {
  return content.length === 0 ? 0 : content.readUIntBE(0, Math.min(content.length, 6))
}
