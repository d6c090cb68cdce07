import { createHash, hash as digestOf } from 'node:crypto'
import type { ImportBudget } from './import-budget.ts'

/** What derived bytes are for (RFC 7292 §B.3). */
export const derivationPurposes = { key: 1, initializationVector: 2, mac: 3 } as const

/** A call of the native hash for every round takes as long as five rounds of PBKDF2, which are native throughout. */
const costOfHashCall = 5

/** Pays for rounds that each are a call of the native hash. @throws BudgetExceeded */
export function spendHashCalls(budget: ImportBudget, rounds: number): void {
  budget.spendRounds(rounds * costOfHashCall)
}

/** Derives bytes from a passphrase as PKCS#12 defines (RFC 7292 §B.2). @throws BudgetExceeded */
export function derivePkcs12(
  { hash, purpose, iterations, length }: Pkcs12Derivation,
  bmpPassphrase: Buffer,
  salt: Buffer,
  budget: ImportBudget,
): Buffer {
  // The block size of SHA-384 and SHA-512 is 128 bytes, of the others 64.
  const block = /^sha(?:384|512)$/u.test(hash) ? 128 : 64
  const input = Buffer.concat([stretched(salt, block), stretched(bmpPassphrase, block)])
  const diversifier = Buffer.alloc(block, purpose)
  const derived: Buffer[] = []
  try {
    for (let size = 0; size < length;) {
      spendHashCalls(budget, iterations)
      budget.spendBytes(input.length)
      let digest = createHash(hash).update(diversifier).update(input).digest()
      for (let round = 1; round < iterations; round += 1) digest = digestOf(hash, digest, 'buffer')
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

interface Pkcs12Derivation {
  /** Node's name of the hash. */
  readonly hash: string
  readonly purpose: number
  readonly iterations: number
  /** Bytes wanted. */
  readonly length: number
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
