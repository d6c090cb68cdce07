import { createHash, hash as digestOf } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { hashAgain } from './sha1-rounds.ts'

/** What derived bytes are for (RFC 7292 §B.3). */
export const derivationPurposes = { key: 1, initialisationVector: 2, mac: 3 } as const

/** Rounds between two looks at other work: the main process answers the window while it derives. */
const roundsAtOnce = 5_000

/**
 * PKCS#12's own key derivation (RFC 7292 §B.2).
 * @param hash Node's name of the hash
 * @param length bytes wanted
 */
export async function derivePkcs12(
  hash: string,
  purpose: number,
  bmpPassphrase: Buffer,
  salt: Buffer,
  iterations: number,
  length: number,
): Promise<Buffer> {
  // The block size of SHA-384 and SHA-512 is 128 bytes, of the others 64.
  const block = /^sha(?:384|512)$/u.test(hash) ? 128 : 64
  const input = Buffer.concat([stretched(salt, block), stretched(bmpPassphrase, block)])
  const diversifier = Buffer.alloc(block, purpose)
  const derived: Buffer[] = []
  try {
    for (let size = 0; size < length;) {
      let digest: Buffer = createHash(hash).update(diversifier).update(input).digest()
      for (let left = iterations - 1; left > 0; left -= roundsAtOnce) {
        digest = hashedAgain(hash, digest, Math.min(left, roundsAtOnce))
        await setImmediate()
      }
      derived.push(digest)
      size += digest.length
      if (size < length) addToBlocks(input, stretched(digest, block), block)
    }
    return Buffer.from(Buffer.concat(derived).subarray(0, length))
  } finally {
    input.fill(0)
    for (const part of derived) part.fill(0)
  }
}

function hashedAgain(hash: string, digest: Buffer, rounds: number): Buffer {
  if (hash === 'sha1') {
    hashAgain(digest, rounds)
    return digest
  }
  let hashed = digest
  for (let round = 0; round < rounds; round += 1) hashed = digestOf(hash, hashed, 'buffer')
  return hashed
}

/** Repeated to a multiple of the block's size; nothing stays nothing. */
function stretched(bytes: Buffer, block: number): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0)
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes)
}

/** Adds addend + 1 to every block, each a number with its highest byte first. */
function addToBlocks(input: Buffer, addend: Buffer, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1
    for (let index = block - 1; index >= 0; index -= 1) {
      const sum = (input[start + index] ?? 0) + (addend[index] ?? 0) + carry
      input[start + index] = sum & 0xff
      carry = sum >> 8
    }
  }
}
