/**
 * Bytes before the key in a public key of a Diffie-Hellman group (RFC 5280, section 4.1.2.7): the identifier dhKeyAgreement
 * with the group's prime and generator, DER.
 */
function algorithmOf(prime: Buffer): Buffer {
  const dhKeyAgreement = Buffer.from('06092a864886f70d010301', 'hex')
  const group = element(0x30, integer(prime), integer(Buffer.of(2)))
  return element(0x30, dhKeyAgreement, group)
}

/** Formats a public key as SubjectPublicKeyInfo, DER. The generator is 2. */
export function formatPublicKey(prime: Buffer, key: Buffer): Buffer {
  const noUnusedBits = Buffer.of(0)
  return element(0x30, algorithmOf(prime), element(0x03, noUnusedBits, integer(key)))
}

/** Reads the public key from a SubjectPublicKeyInfo that {@link formatPublicKey} could have written. */
export function readPublicKey(prime: Buffer, info: Buffer): Buffer {
  // The key's length varies; all that follows the algorithm is the key with two short headers.
  const bits = contentOf(contentOf(info).subarray(algorithmOf(prime).length))
  const key = contentOf(bits.subarray(1))
  return key[0] === 0 ? key.subarray(1) : key
}

/** Encodes a positive INTEGER. */
function integer(value: Buffer): Buffer {
  const first = value[0] ?? 0
  return first < 0x80 ? element(0x02, value) : element(0x02, Buffer.of(0), value)
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

/** Returns the content of the element that bytes begin with. */
function contentOf(bytes: Buffer): Buffer {
  const size = bytes[1] ?? 0
  if (size < 0x80) return bytes.subarray(2, 2 + size)
  const start = 2 + (size & 0x7f)
  return bytes.subarray(start, start + bytes.readUIntBE(2, size & 0x7f))
}
