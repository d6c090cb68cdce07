/** Creates hostile files that keep a parser busy or fill the memory. */

const oids = {
  pbes1Sha1Des: '2a864886f70d01050a',
  pbes2: '2a864886f70d01050d',
  pbkdf2: '2a864886f70d01050c',
  scrypt: '2b06010401da47040b',
  aes256: '60864801650304012a',
  data: '2a864886f70d010701',
  signedData: '2a864886f70d010702',
  sha1: '2b0e03021a',
  ecPublicKey: '2a8648ce3d0201',
  primeField: '2a8648ce3d0101',
} as const

/** An ASN.1 element in DER. */
export function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([Buffer.of(tag), lengthOf(bytes.length), bytes])
}

/** A sequence in DER. */
export function sequenceOf(...content: readonly Buffer[]): Buffer {
  return der(0x30, ...content)
}

/** A number in DER. */
export function integerOf(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  const first = bytes.findIndex((byte, index) => byte !== 0 || index === 5)
  const shortest = bytes.subarray(first)
  return der(0x02, (shortest[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), shortest]) : shortest)
}

/** A PEM block. */
export function pemOf(label: string, bytes: Buffer): string {
  return `-----BEGIN ${label}-----\n${bytes.toString('base64').replaceAll(/.{64}/gu, '$&\n')}\n-----END ${label}-----\n`
}

/** A PKCS#8 key under PBES1 with this many rounds. */
export function pbes1Key(rounds: number): Buffer {
  return lockedKey(oid(oids.pbes1Sha1Des), sequenceOf(octetsOf(8), integerOf(rounds)))
}

/** A PKCS#8 key under PBES2 and PBKDF2 with this many rounds. */
export function pbes2Key(rounds: number): Buffer {
  return pbes2(oids.pbkdf2, integerOf(rounds))
}

/** A PKCS#8 key under PBES2 and scrypt with these costs. */
export function scryptKey(cost: number, blockSize: number, parallelization: number): Buffer {
  return pbes2(oids.scrypt, ...[cost, blockSize, parallelization].map(integerOf))
}

/** A PKCS#12 file whose MAC takes this many rounds. */
export function pkcs12(rounds: number): Buffer {
  const content = sequenceOf(oid(oids.data), der(0xa0, der(0x04, sequenceOf())))
  const digest = sequenceOf(sequenceOf(oid(oids.sha1), der(0x05)), octetsOf(20))
  return sequenceOf(integerOf(3), content, sequenceOf(digest, octetsOf(8), integerOf(rounds)))
}

/** A PKCS#7 file with these certificates. */
export function pkcs7(...certificates: readonly Buffer[]): Buffer {
  const signed = sequenceOf(integerOf(1), der(0x31), sequenceOf(oid(oids.data)), der(0xa0, ...certificates))
  return sequenceOf(oid(oids.signedData), der(0xa0, signed))
}

/** Creates a PKCS#1 key with a modulus of this many bytes, and optionally a public exponent as large. */
export function rsaKey(bytes: number, exponent: 'usual' | 'huge' = 'usual'): Buffer {
  const number = (length: number): Buffer => der(0x02, Buffer.of(0x7f), Buffer.alloc(length - 1, 0xc7))
  const half = Math.ceil(bytes / 2)
  const e = exponent === 'huge' ? number(bytes) : integerOf(65_537)
  return sequenceOf(integerOf(0), number(bytes), e, number(bytes), ...Array.from({ length: 5 }, () => number(half)))
}

/** Creates a PKCS#8 elliptic curve key with explicit curve parameters, over a field of this many bytes. */
export function explicitCurveKey(bytes: number): Buffer {
  const prime = der(0x02, Buffer.of(0x7f), Buffer.alloc(bytes - 1, 0xc7))
  const field = sequenceOf(oid(oids.primeField), prime)
  const curve = sequenceOf(integerOf(1), field, sequenceOf(octetsOf(bytes), octetsOf(bytes)), octetsOf(bytes), prime)
  const key = sequenceOf(integerOf(1), octetsOf(bytes))
  return sequenceOf(integerOf(0), sequenceOf(oid(oids.ecPublicKey), curve), der(0x04, key))
}

function pbes2(derivation: string, ...costs: readonly Buffer[]): Buffer {
  const derived = sequenceOf(oid(derivation), sequenceOf(octetsOf(8), ...costs))
  return lockedKey(oid(oids.pbes2), sequenceOf(derived, sequenceOf(oid(oids.aes256), octetsOf(16))))
}

function lockedKey(algorithm: Buffer, parameters: Buffer): Buffer {
  return sequenceOf(sequenceOf(algorithm, parameters), octetsOf(64))
}

function octetsOf(length: number): Buffer {
  return der(0x04, Buffer.alloc(length, 0x5a))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(length, 0, 6)
  const shortest = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.of(0x80 | shortest.length), shortest])
}
