import forge from 'node-forge'

type Asn1 = forge.asn1.Asn1

/** A value of DER (X.690) with its parts. */
export interface DerValue {
  /** The tag's number, without class and construction. */
  readonly tag: number
  readonly isContextSpecific: boolean
  /** Its parts, if it is constructed. */
  readonly parts: readonly DerValue[]
  /** Its content, if it is primitive. */
  readonly content: Buffer
  /** Its DER, with tag and length. */
  readonly encoded: () => Buffer
}

/** Tags of the universal class (X.680 §8.4). */
export const derTag = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  objectIdentifier: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  bmpString: 30,
} as const

/** @throws Error if the bytes are not exactly one DER value */
export function readDer(bytes: Uint8Array): DerValue {
  const options = { strict: true, parseAllBytes: true, decodeBitStrings: false }
  return valueOf(forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary')), options))
}

function valueOf(asn1: Asn1): DerValue {
  const { type, tagClass, value } = asn1
  const common = {
    tag: type,
    isContextSpecific: tagClass === forge.asn1.Class.CONTEXT_SPECIFIC,
    encoded: () => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary'),
  }
  return typeof value === 'string'
    ? { ...common, parts: [], content: Buffer.from(value, 'binary') }
    : { ...common, parts: value.map(valueOf), content: Buffer.alloc(0) }
}

/** Returns the part at an index. @throws Error if there is none */
export function part(value: DerValue, index: number): DerValue {
  const found = value.parts[index]
  if (found === undefined) throw new Error(`The DER value has no part ${index}.`)
  return found
}

/** An object identifier in dots. */
export function dotted({ content }: DerValue): string {
  return forge.asn1.derToOid(content.toString('binary'))
}

/** Returns the text of a string type; one-byte characters are read as Latin-1. */
export function stringOf({ tag, content }: DerValue): string {
  if (tag === derTag.utf8String) return content.toString('utf8')
  if (tag === derTag.bmpString) return Buffer.from(content).swap16().toString('utf16le')
  return content.toString('latin1')
}

/** Formats bytes in hex with a separator between them. */
export function hexOf(bytes: Uint8Array, separator: string): string {
  return (Buffer.from(bytes).toString('hex').match(/../gu) ?? []).join(separator)
}
