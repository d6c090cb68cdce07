import { sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import {
  subjectAlternativeNameSchema,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { readElement } from './formats/ber.ts'
import type { RequestName } from './request-suggestion.ts'
import { attributesOf, attributeType, type NameAttribute } from './subject-attributes.ts'

/** Tags of GeneralName (RFC 5280 §4.2.1.6). */
const generalNameTags = { email: 1, dns: 2, uri: 6, ip: 7 } as const

/**
 * A certificate signing request (PKCS#10, RFC 2986), PEM, signed with SHA-256 and RSA. node-forge builds it and the
 * native key signs it, so that the private key never becomes text.
 * @param subject its attributes, most general first, or its Name as it was encoded before, DER
 * @throws `input-invalid` for an alternative name that a CSR can't contain
 */
export async function createRequestPem(
  privateKey: KeyObject,
  publicKeyPem: string,
  subject: Subject | RequestName['name'],
  subjectAlternativeNames: readonly SubjectAlternativeName[],
): Promise<string> {
  const request = forge.pki.createCertificationRequest()
  request.publicKey = forge.pki.publicKeyFromPem(publicKeyPem)
  if (subjectAlternativeNames.length > 0)
    request.setAttributes([
      {
        name: 'extensionRequest',
        extensions: [{ name: 'subjectAltName', altNames: subjectAlternativeNames.map(generalName) }],
      },
    ])
  const algorithm = forge.pki.oids['sha256WithRSAEncryption']
  if (algorithm === undefined) throw new Error('node-forge does not know sha256WithRSAEncryption.')
  const info = forge.pki.getCertificationRequestInfo(request)
  const name = 'commonName' in subject ? attributesOf(subject) : subject
  if (Array.isArray(info.value)) info.value[1] = Buffer.isBuffer(name) ? encoded(name) : nameOf(name)
  const toBeSigned = Buffer.from(forge.asn1.toDer(info).getBytes(), 'binary')
  const signature = await promisify(sign)('sha256', toBeSigned, privateKey)
  return forge.pem
    .encode(
      {
        type: 'CERTIFICATE REQUEST',
        body: forge.asn1.toDer(certificationRequest(info, algorithm, signature)).getBytes(),
      },
      { maxline: 64 },
    )
    .replaceAll('\r\n', '\n')
}

/** CertificationRequest (RFC 2986 §4.2). */
function certificationRequest(info: forge.asn1.Asn1, algorithm: string, signature: Buffer): forge.asn1.Asn1 {
  const { Class, Type, create, oidToDer } = forge.asn1
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, [
    info,
    create(Class.UNIVERSAL, Type.SEQUENCE, true, [
      create(Class.UNIVERSAL, Type.OID, false, oidToDer(algorithm).getBytes()),
      create(Class.UNIVERSAL, Type.NULL, false, ''),
    ]),
    // A bit string starts with the number of unused bits.
    create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature.toString('binary')}`),
  ])
}

/** Name (RFC 5280 §4.1.2.4), each attribute alone in its relative name. */
function nameOf(attributes: readonly NameAttribute[]): forge.asn1.Asn1 {
  const { Class, Type, create, oidToDer } = forge.asn1
  const stringTypes = { printable: Type.PRINTABLESTRING, ia5: Type.IA5STRING } as const
  return create(
    Class.UNIVERSAL,
    Type.SEQUENCE,
    true,
    attributes.map(({ name, value }) => {
      const { oid, form } = attributeType(name) ?? { oid: name }
      const type = form === undefined ? Type.UTF8 : stringTypes[form]
      const bytes = Buffer.from(value, 'utf8').toString('binary')
      const parts = [
        create(Class.UNIVERSAL, Type.OID, false, oidToDer(oid).getBytes()),
        create(Class.UNIVERSAL, type, false, bytes),
      ]
      return create(Class.UNIVERSAL, Type.SET, true, [create(Class.UNIVERSAL, Type.SEQUENCE, true, parts)])
    }),
  )
}

/** A sequence whose content stays as it is encoded, which parsing and writing it again could change. */
function encoded(name: Buffer): forge.asn1.Asn1 {
  const constructed = 0x20
  const { content } = readElement(name)
  return forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SEQUENCE | constructed,
    false,
    content.toString('binary'),
  )
}

function generalName({ type, value }: SubjectAlternativeName): { type: number; value?: string; ip?: string } {
  const wrong = subjectAlternativeNameSchema.safeParse({ type, value }).error?.issues[0]
  if (wrong !== undefined)
    throw new ClavisError('input-invalid', `“${type}:${value}” is not a subject alternative name.`, {
      hint: wrong.message,
    })
  // node-forge reads an IPv6 address correctly only in the canonical form (RFC 5952) that URL has.
  if (type === 'ip')
    return {
      type: generalNameTags.ip,
      ip: value.includes(':') ? new URL(`http://[${value}]`).hostname.slice(1, -1) : value,
    }
  // The field allows only ASCII, so other characters, which only a URI can have, are written with its escapes.
  return { type: generalNameTags[type], value: /\P{ASCII}/u.test(value) ? new URL(value).href : value }
}
