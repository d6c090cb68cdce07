import { createHash } from 'node:crypto'
import { BerError } from './ber.ts'
import { decipher, UnsupportedEncryption } from './encryption.ts'
import type { ImportBudget } from './import-budget.ts'
import type { PemBlock } from './pem.ts'

/** Ciphers of OpenSSL's traditional key files with the length of their keys and vectors, bytes. */
const ciphers = {
  'AES-128-CBC': ['aes-128-cbc', 16, 16],
  'AES-192-CBC': ['aes-192-cbc', 24, 16],
  'AES-256-CBC': ['aes-256-cbc', 32, 16],
  'DES-EDE3-CBC': ['des-ede3-cbc', 24, 8],
  'DES-CBC': ['des-cbc', 8, 8],
} as const

/** Returns whether a block is encrypted in the traditional way: `Proc-Type: 4,ENCRYPTED` (RFC 1421 §4.6.1.1). */
export function isTraditionallyEncrypted({ headers }: PemBlock): boolean {
  return /^4\s*,\s*ENCRYPTED$/u.test(headers['Proc-Type'] ?? '')
}

/**
 * Decrypts a traditional key file. Its key is one round of MD5 over passphrase and salt, which is weak, so such files
 * are read but never written.
 * @returns DER; the caller wipes it
 * @throws DoesNotOpen, UnsupportedEncryption, BerError, BudgetExceeded
 */
export function openTraditionalPem({ headers, bytes }: PemBlock, utf8: Buffer, budget: ImportBudget): Buffer {
  const { name = '', hex = '' } =
    /^(?<name>[A-Z0-9-]+)\s*,\s*(?<hex>[0-9A-Fa-f]+)$/u.exec(headers['DEK-Info'] ?? '')?.groups ?? {}
  if (bytes === undefined || name === '') throw new BerError('It is damaged.')
  const cipher = Object.entries(ciphers).find(([known]) => known === name)?.[1]
  if (cipher === undefined)
    throw new UnsupportedEncryption(`It is encrypted with ${name}, which Clavis doesn’t support.`)
  const [algorithm, keyLength, vectorLength] = cipher
  const vector = Buffer.from(hex, 'hex')
  if (vector.length !== vectorLength) throw new BerError('Its DEK-Info is damaged.')
  return decipher(algorithm, bytesToKey(utf8, vector.subarray(0, 8), keyLength), vector, bytes, budget)
}

/** OpenSSL's EVP_BytesToKey with MD5 and one round. */
function bytesToKey(utf8: Buffer, salt: Buffer, length: number): Buffer {
  let digest = Buffer.alloc(0)
  let key = Buffer.alloc(0)
  while (key.length < length) {
    digest = createHash('md5').update(digest).update(utf8).update(salt).digest()
    key = Buffer.concat([key, digest])
  }
  return Buffer.from(key.subarray(0, length))
}
