import { sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import {
  subjectAlternativeNameSchema,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'

type SubjectField = forge.pki.CertificateField

/** Attribute types in the order of a distinguished name, most general first (RFC 5280 §4.1.2.4). */
const attributes = [
  ['country', 'countryName', forge.asn1.Type.PRINTABLESTRING],
  ['state', 'stateOrProvinceName', forge.asn1.Type.UTF8],
  ['locality', 'localityName', forge.asn1.Type.UTF8],
  ['organization', 'organizationName', forge.asn1.Type.UTF8],
  ['organizationalUnit', 'organizationalUnitName', forge.asn1.Type.UTF8],
  ['commonName', 'commonName', forge.asn1.Type.UTF8],
  ['emailAddress', 'emailAddress', forge.asn1.Type.IA5STRING],
] as const satisfies readonly (readonly [keyof Subject, string, forge.asn1.Type])[]

/** Tags of GeneralName (RFC 5280 §4.2.1.6). */
const generalNameTags = { email: 1, dns: 2, uri: 6, ip: 7 } as const

/**
 * A certificate signing request (PKCS#10, RFC 2986), PEM, signed with SHA-256 and RSA. node-forge builds it and the
 * native key signs it, so that the private key never becomes text.
 * @param subject empty members are left out
 * @throws `input-invalid` for a name that a CSR can't contain
 */
export async function createRequestPem(
  privateKey: KeyObject,
  publicKeyPem: string,
  subject: Subject,
  subjectAlternativeNames: readonly SubjectAlternativeName[],
): Promise<string> {
  const request = forge.pki.createCertificationRequest()
  request.publicKey = forge.pki.publicKeyFromPem(publicKeyPem)
  request.setSubject(subjectFields(subject))
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

function subjectFields(subject: Subject): SubjectField[] {
  return attributes
    .filter(([member]) => subject[member] !== '')
    .map(([member, name, type]) => ({
      name,
      value: subject[member],
      // node-forge's types declare this field as the class of a tag, which is wrong.
      valueTagClass: type as unknown as forge.asn1.Class,
    }))
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
