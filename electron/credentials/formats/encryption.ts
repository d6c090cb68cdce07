import { createDecipheriv, createHash, hash as digestOf, pbkdf2Sync, scryptSync } from 'node:crypto'
import forge from 'node-forge'
import {
  BerError,
  is,
  objectIdentifier,
  octets,
  requireTag,
  sequence,
  smallInteger,
  tags,
  type BerElement,
} from './ber.ts'
import type { ImportBudget } from './import-budget.ts'
import { derivationPurposes, derivePkcs12, spendHashCalls } from './pkcs12-derivation.ts'
import type { Passphrase } from './tried-passphrases.ts'

/** An encryption that Clavis doesn't support; the message is for the person. */
export class UnsupportedEncryption extends Error {
  override readonly name = 'UnsupportedEncryption'
}

/** Wrong passphrase, or damaged: with a block cipher the two can't be distinguished. */
export class DoesNotOpen extends Error {
  override readonly name = 'DoesNotOpen'
}

/** Ten times what careful programs write today. A single derivation cannot be interrupted, so this limits how long it takes. */
export const maxIterations = 10_000_000
/** Maximum number of rounds of derivations that call the hash for each round. */
export const maxHashCalls = 1_000_000
/** Bytes that node-forge needs for each byte that it decrypts, and how much slower it is. */
const costOfForge = 10
/** Maximum memory for scrypt, bytes. */
const scryptMemory = 256 * 1024 * 1024

type CipherName = 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'des-cbc' | 'rc2-cbc'

/** Ciphers of PBES2 (RFC 8018 §B.2, RFC 3565 §4.1) with the length of their keys, bytes. */
const pbes2Ciphers: Readonly<Record<string, readonly [CipherName, number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
  '1.3.14.3.2.7': ['des-cbc', 8],
}

/** Pseudorandom functions of PBKDF2 and hashes of HMAC (RFC 8018 §B.1). */
export const hmacHashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

/** PBES1 (RFC 8018 §A.3). */
const pbes1: Readonly<Record<string, readonly [hash: string, CipherName]>> = {
  '1.2.840.113549.1.5.3': ['md5', 'des-cbc'],
  '1.2.840.113549.1.5.6': ['md5', 'rc2-cbc'],
  '1.2.840.113549.1.5.10': ['sha1', 'des-cbc'],
  '1.2.840.113549.1.5.11': ['sha1', 'rc2-cbc'],
}

/** PKCS#12's own (RFC 7292 appendix C): cipher and length of key, bytes. */
const pkcs12Ciphers: Readonly<Record<string, readonly [CipherName, number]>> = {
  '1.2.840.113549.1.12.1.3': ['des-ede3-cbc', 24],
  '1.2.840.113549.1.12.1.4': ['des-ede3-cbc', 16],
  '1.2.840.113549.1.12.1.5': ['rc2-cbc', 16],
  '1.2.840.113549.1.12.1.6': ['rc2-cbc', 5],
}

/**
 * Decrypts with a passphrase.
 * @param algorithm its AlgorithmIdentifier
 * @returns bytes that are the caller's to wipe
 * @throws DoesNotOpen, UnsupportedEncryption, BerError, BudgetExceeded
 */
export function decrypt(
  algorithm: BerElement,
  ciphertext: Buffer,
  passphrase: Passphrase,
  budget: ImportBudget,
): Buffer {
  const [oidElement, parameters] = sequence(algorithm)
  const oid = objectIdentifier(oidElement)
  if (oid === '1.2.840.113549.1.5.13') return decryptPbes2(parameters, ciphertext, passphrase.utf8, budget)
  const old = pbes1[oid]
  if (old !== undefined) return decryptPbes1(old, parameters, ciphertext, passphrase.utf8, budget)
  const own = pkcs12Ciphers[oid]
  if (own !== undefined) return decryptPkcs12(own, parameters, ciphertext, passphrase.bmp, budget)
  throw new UnsupportedEncryption(`It uses an encryption that Clavis doesn’t support (${oid}).`)
}

/** PBES2 (RFC 8018 §6.2.2). */
function decryptPbes2(
  parameters: BerElement | undefined,
  ciphertext: Buffer,
  utf8: Buffer,
  budget: ImportBudget,
): Buffer {
  const [derivation, scheme] = sequence(parameters)
  const [schemeOid, vector] = sequence(scheme)
  const oid = objectIdentifier(schemeOid)
  const cipher = pbes2Ciphers[oid]
  if (cipher === undefined) throw new UnsupportedEncryption(`It uses a cipher that Clavis doesn’t support (${oid}).`)
  const [name, keyLength] = cipher
  const key = deriveKey(derivation, utf8, keyLength, budget)
  return decipher(name, key, octets(requireTag(vector, tags.octetString)), ciphertext, budget)
}

/**
 * Derives a key by PBKDF2 (RFC 8018 §5.2) or scrypt (RFC 7914 §7).
 * @param derivation the AlgorithmIdentifier of the derivation
 * @throws UnsupportedEncryption, BerError, BudgetExceeded
 */
export function deriveKey(
  derivation: BerElement | undefined,
  utf8: Buffer,
  keyLength: number,
  budget: ImportBudget,
): Buffer {
  const [oidElement, parameters] = sequence(derivation)
  const oid = objectIdentifier(oidElement)
  const [salt, ...rest] = sequence(parameters)
  const saltBytes = octets(requireTag(salt, tags.octetString))
  if (oid === '1.2.840.113549.1.5.12') {
    const [count] = rest
    const hash = pseudorandomFunction(rest.find((element) => is(element, tags.sequence)))
    const iterations = iterationCount(count, maxIterations)
    // Each block of the hash's length takes all rounds; the shortest hash has 20 bytes.
    budget.spendRounds(iterations * Math.ceil(keyLength / 20))
    return pbkdf2Sync(utf8, saltBytes, iterations, keyLength, hash)
  }
  if (oid === '1.3.6.1.4.1.11591.4.11')
    return deriveByScrypt(rest.slice(0, 3).map(smallInteger), utf8, saltBytes, keyLength, budget)
  throw new UnsupportedEncryption(`It uses a key derivation that Clavis doesn’t support (${oid}).`)
}

function deriveByScrypt(
  costs: readonly number[],
  utf8: Buffer,
  salt: Buffer,
  keyLength: number,
  budget: ImportBudget,
): Buffer {
  const [cost = 0, blockSize = 0, parallelization = 0] = costs
  if (cost < 2 || blockSize < 1 || parallelization < 1 || 128 * cost * blockSize * parallelization > scryptMemory)
    throw new UnsupportedEncryption('Its scrypt parameters exceed what Clavis accepts.')
  // Two passes over its memory, 128 bytes at a time: each takes as long as a round of PBKDF2.
  budget.spendRounds(2 * cost * blockSize * parallelization)
  try {
    return scryptSync(utf8, salt, keyLength, { cost, blockSize, parallelization, maxmem: scryptMemory * 2 })
  } catch {
    throw new BerError('Its scrypt parameters are damaged.')
  }
}

function pseudorandomFunction(algorithm: BerElement | undefined): string {
  if (algorithm === undefined) return 'sha1'
  const oid = objectIdentifier(sequence(algorithm)[0])
  const hash = hmacHashes[oid]
  if (hash === undefined)
    throw new UnsupportedEncryption(`Its key derivation uses a hash that Clavis doesn’t support (${oid}).`)
  return hash
}

/** PBES1 (RFC 8018 §6.1.2) with PBKDF1 (§5.1). */
function decryptPbes1(
  [hash, cipher]: readonly [string, CipherName],
  parameters: BerElement | undefined,
  ciphertext: Buffer,
  utf8: Buffer,
  budget: ImportBudget,
): Buffer {
  const [salt, count] = sequence(parameters)
  const iterations = iterationCount(count, maxHashCalls)
  spendHashCalls(budget, iterations)
  let derived = createHash(hash)
    .update(utf8)
    .update(octets(requireTag(salt, tags.octetString)))
    .digest()
  for (let round = 1; round < iterations; round += 1) derived = digestOf(hash, derived, 'buffer')
  return decipher(cipher, derived.subarray(0, 8), derived.subarray(8, 16), ciphertext, budget)
}

function decryptPkcs12(
  [name, keyLength]: readonly [CipherName, number],
  parameters: BerElement | undefined,
  ciphertext: Buffer,
  bmp: Buffer,
  budget: ImportBudget,
): Buffer {
  const [salt, count] = sequence(parameters)
  const saltBytes = octets(requireTag(salt, tags.octetString))
  const iterations = iterationCount(count, maxHashCalls)
  const derive = (purpose: number, length: number): Buffer =>
    derivePkcs12({ hash: 'sha1', purpose, iterations, length }, bmp, saltBytes, budget)
  const key = derive(derivationPurposes.key, keyLength)
  const vector = derive(derivationPurposes.initializationVector, 8)
  // Triple DES with two keys uses the first one again as its third.
  const full = name === 'des-ede3-cbc' && keyLength === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key
  return decipher(name, full, vector, ciphertext, budget)
}

/** @throws BerError, UnsupportedEncryption if it would take too long */
export function iterationCount(element: BerElement | undefined, most: number): number {
  const count = smallInteger(element)
  if (count < 1) throw new BerError('Its iteration count is damaged.')
  if (count > most) throw new UnsupportedEncryption(`Its passphrase needs ${count} rounds; the maximum is ${most}.`)
  return count
}

/** Decrypts and wipes the key. @throws DoesNotOpen, BudgetExceeded */
export function decipher(
  name: CipherName,
  key: Buffer,
  vector: Buffer,
  ciphertext: Buffer,
  budget: ImportBudget,
): Buffer {
  const isForges = name === 'rc2-cbc' || name === 'des-cbc'
  budget.spendBytes(ciphertext.length * (isForges ? costOfForge : 1))
  try {
    if (isForges) return decipherByForge(name, key, vector, ciphertext)
    const cipher = createDecipheriv(name, key, vector)
    return Buffer.concat([cipher.update(ciphertext), cipher.final()])
  } catch (error) {
    throw new DoesNotOpen('This passphrase doesn’t open it.', { cause: error })
  } finally {
    key.fill(0)
  }
}

/** RC2 (RFC 2268) and single DES, which OpenSSL 3 and BoringSSL no longer offer. */
function decipherByForge(name: 'rc2-cbc' | 'des-cbc', key: Buffer, vector: Buffer, ciphertext: Buffer): Buffer {
  const keyBytes = forge.util.createBuffer(key.toString('latin1'))
  const input = forge.util.createBuffer(ciphertext.toString('latin1'))
  const iv = vector.toString('latin1')
  let output: forge.util.ByteBuffer
  if (name === 'des-cbc') {
    const cipher = forge.cipher.createDecipher('DES-CBC', keyBytes)
    cipher.start({ iv })
    cipher.update(input)
    if (!cipher.finish()) throw new Error('The padding is wrong.')
    output = cipher.output
  } else {
    const cipher = forge.rc2.createDecryptionCipher(keyBytes, key.length * 8)
    cipher.start(iv)
    cipher.update(input)
    if (!cipher.finish()) throw new Error('The padding is wrong.')
    output = cipher.output
  }
  const plain = Buffer.from(output.getBytes(), 'latin1')
  checkPadding(plain, ciphertext.length)
  return plain
}

/** forge takes any last byte for the length of the padding. */
function checkPadding(plain: Buffer, ciphertextLength: number): void {
  const padding = ciphertextLength - plain.length
  if (padding < 1 || padding > 8) throw new Error('The padding is wrong.')
}
