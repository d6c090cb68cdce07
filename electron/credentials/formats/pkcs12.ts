import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  BerError,
  childrenOf,
  is,
  isTagged,
  objectIdentifier,
  octets,
  readElement,
  requireTag,
  sequence,
  smallInteger,
  tagged,
  tags,
  type BerElement,
} from './ber.ts'
import {
  decrypt,
  deriveKey,
  DoesNotOpen,
  hmacHashes,
  iterationCount,
  maxHashCalls,
  UnsupportedEncryption,
} from './encryption.ts'
import { BudgetExceeded, type ImportBudget } from './import-budget.ts'
import { derivationPurposes, derivePkcs12 } from './pkcs12-derivation.ts'
import type { Passphrase } from './tried-passphrases.ts'

const oids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  safeContentsBag: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  pbmac1: '1.2.840.113549.1.5.14',
} as const

/** Hashes of the MAC (RFC 7292 §4) with the length of their digests, bytes. */
const macHashes: Readonly<Record<string, readonly [string, number]>> = {
  '1.2.840.113549.2.5': ['md5', 16],
  '1.3.14.3.2.26': ['sha1', 20],
  '2.16.840.1.101.3.4.2.4': ['sha224', 28],
  '2.16.840.1.101.3.4.2.1': ['sha256', 32],
  '2.16.840.1.101.3.4.2.2': ['sha384', 48],
  '2.16.840.1.101.3.4.2.3': ['sha512', 64],
}

/** The longest digest, as OpenSSL limits it, bytes. */
const maxMacKeyLength = 64

/** The content of a PKCS#12 file. Private keys are PKCS#8 DER; the caller wipes them. */
export interface Pkcs12Content {
  readonly certificates: Buffer[]
  readonly privateKeys: Buffer[]
  /** Names what does not open with the file's passphrase or any other. */
  lockedPart?: string
  /** The passphrase that opened the file. */
  readonly passphrase: Passphrase
}

/** Whether an element is a PFX (RFC 7292 §4). */
export function isPkcs12(parts: readonly BerElement[]): boolean {
  return is(parts[0], tags.integer) && parts[0].content.equals(Buffer.of(3)) && is(parts[1], tags.sequence)
}

/**
 * Opens a PKCS#12 file (RFC 7292).
 * @param parts the elements of its PFX
 * @param passphrases tried in this order
 * @throws DoesNotOpen if none of them opens it, UnsupportedEncryption, BerError, BudgetExceeded
 */
export function openPkcs12(
  parts: readonly BerElement[],
  passphrases: readonly Passphrase[],
  budget: ImportBudget,
): Pkcs12Content {
  const [, authSafe, macData] = parts
  const [type, content] = sequence(authSafe)
  if (objectIdentifier(type) !== oids.data)
    throw new UnsupportedEncryption('It is a PKCS#12 file protected by a public key instead of a passphrase.')
  const safe = octets(requireTag(tagged(content, 0), tags.octetString))
  let failure = new DoesNotOpen('The passphrase is wrong.')
  for (const passphrase of passphrases) {
    if (macData === undefined) {
      try {
        return openSafe(safe, [passphrase], false, budget)
      } catch (error) {
        // Without a MAC, what a wrong passphrase decrypted may have looked valid up to here.
        if (!(error instanceof DoesNotOpen || error instanceof BerError)) throw error
        failure = new DoesNotOpen(failure.message, { cause: error })
      }
    } else if (isMacRight(macData, safe, passphrase, budget))
      return openSafe(safe, [passphrase, ...passphrases.filter((other) => other !== passphrase)], true, budget)
  }
  throw failure
}

/** MacData (RFC 7292 §4; PBMAC1: RFC 9579). */
function isMacRight(macData: BerElement, safe: Buffer, passphrase: Passphrase, budget: ImportBudget): boolean {
  budget.spendBytes(safe.length)
  const [digestInfo, salt, iterations] = sequence(macData)
  const [algorithm, digestElement] = sequence(digestInfo)
  const digest = octets(requireTag(digestElement, tags.octetString))
  const [oidElement, parameters] = sequence(algorithm)
  const oid = objectIdentifier(oidElement)
  if (oid === oids.pbmac1) {
    const [derivation, scheme] = sequence(parameters)
    const hash = hmacHashes[objectIdentifier(sequence(scheme)[0])]
    if (hash === undefined) throw new UnsupportedEncryption('It uses a MAC that Clavis doesn’t support.')
    // keyLength (RFC 8018 §A.2), which PBMAC1 requires (RFC 9579 §5); some files lack it.
    const [, , stated] = sequence(sequence(derivation)[1])
    const length = is(stated, tags.integer) ? smallInteger(stated) : digest.length
    if (length < 1 || length > maxMacKeyLength)
      throw new UnsupportedEncryption('Its MAC has a key of a length that Clavis doesn’t support.')
    const key = deriveKey(derivation, passphrase.utf8, length, budget)
    return isHmac(hash, key, safe, digest)
  }
  const known = macHashes[oid]
  if (known === undefined) throw new UnsupportedEncryption(`It uses a MAC that Clavis doesn’t support (${oid}).`)
  const [hash, length] = known
  const count = iterations === undefined ? 1 : iterationCount(iterations, maxHashCalls)
  const saltBytes = octets(requireTag(salt, tags.octetString))
  const key = derivePkcs12(
    { hash, purpose: derivationPurposes.mac, iterations: count, length },
    passphrase.bmp,
    saltBytes,
    budget,
  )
  return isHmac(hash, key, safe, digest)
}

function isHmac(hash: string, key: Buffer, bytes: Buffer, digest: Buffer): boolean {
  const own = createHmac(hash, key).update(bytes).digest()
  key.fill(0)
  return own.length === digest.length && timingSafeEqual(own, digest)
}

interface Opening {
  /** That of the file, then others, for parts that have their own. */
  readonly passphrases: readonly Passphrase[]
  /** Whether the MAC proves the first passphrase, so that a part that doesn't open has another. */
  readonly isProven: boolean
  readonly content: Pkcs12Content
  readonly budget: ImportBudget
}

/** AuthenticatedSafe (RFC 7292 §4.1). */
function openSafe(
  safe: Buffer,
  passphrases: readonly [Passphrase, ...Passphrase[]],
  isProven: boolean,
  budget: ImportBudget,
): Pkcs12Content {
  const content: Pkcs12Content = { certificates: [], privateKeys: [], passphrase: passphrases[0] }
  const opening = { passphrases, isProven, content, budget }
  try {
    for (const info of sequence(readElement(safe, budget))) {
      const [type, inner] = sequence(info)
      const oid = objectIdentifier(type)
      if (oid === oids.data)
        readBags(readElement(octets(requireTag(tagged(inner, 0), tags.octetString)), budget), opening)
      else if (oid === oids.encryptedData) readEncryptedBags(tagged(inner, 0), opening)
      else throw new UnsupportedEncryption('Part of it is encrypted with a public key instead of a passphrase.')
    }
    return content
  } catch (error) {
    for (const key of content.privateKeys) key.fill(0)
    throw error
  }
}

/** Opens a part with the first passphrase that does; notes if none does. @throws DoesNotOpen if the file's isn't proven */
function openPart<T>(
  what: string,
  { passphrases, isProven, content }: Opening,
  open: (passphrase: Passphrase) => T,
): T | undefined {
  for (const passphrase of passphrases)
    try {
      return open(passphrase)
    } catch (error) {
      if (!(isProven && error instanceof DoesNotOpen)) throw error
    }
  content.lockedPart = what
  return undefined
}

/** EncryptedData (RFC 2315 §13). */
function readEncryptedBags(data: BerElement, opening: Opening): void {
  const [, info] = sequence(data)
  const [, algorithm, ciphertext] = sequence(info)
  if (algorithm === undefined || !isTagged(ciphertext, 0)) throw new BerError('An encrypted part is missing.')
  const plain = openPart('A part', opening, (passphrase) =>
    decrypt(algorithm, octets(ciphertext), passphrase, opening.budget),
  )
  // The parts are views, except keys, which are copied below.
  if (plain !== undefined) readBags(readElement(plain, opening.budget), opening)
}

/** SafeContents (RFC 7292 §4.2). */
function readBags(safeContents: BerElement, opening: Opening): void {
  const { content: into, budget } = opening
  for (const bag of sequence(safeContents)) {
    const [id, value] = sequence(bag)
    const inner = tagged(value, 0)
    switch (objectIdentifier(id)) {
      case oids.keyBag:
        into.privateKeys.push(Buffer.from(inner.whole))
        break
      case oids.shroudedKeyBag: {
        const parts = sequence(inner)
        const key = openPart('Its private key', opening, (passphrase) => openShroudedKey(parts, passphrase, budget))
        if (key !== undefined) into.privateKeys.push(key)
        break
      }
      case oids.certificateBag: {
        const [certificateId, certificate] = sequence(inner)
        if (objectIdentifier(certificateId) === oids.x509Certificate)
          into.certificates.push(octets(requireTag(tagged(certificate, 0), tags.octetString)))
        break
      }
      case oids.safeContentsBag:
        readBags(inner, opening)
        break
      default:
        // Revocation lists and other secrets are no part of an import (RFC 7292 §4.2.4 and §4.2.5).
        break
    }
  }
}

/**
 * Opens EncryptedPrivateKeyInfo (RFC 5958 §3, RFC 5208 §6).
 * @param parts its elements
 * @returns PKCS#8 DER, the caller's to wipe
 * @throws DoesNotOpen, UnsupportedEncryption, BerError, BudgetExceeded
 */
export function openShroudedKey(parts: readonly BerElement[], passphrase: Passphrase, budget: ImportBudget): Buffer {
  const [algorithm, ciphertext] = parts
  if (algorithm === undefined) throw new BerError('It is truncated.')
  const plain = decrypt(algorithm, octets(requireTag(ciphertext, tags.octetString)), passphrase, budget)
  try {
    const [version, keyAlgorithm] = childrenOf(readElement(plain, budget))
    smallInteger(version)
    objectIdentifier(sequence(keyAlgorithm)[0])
    return plain
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    // A wrong passphrase leaves right padding once in 256 times, and what it leaves is no key.
    plain.fill(0)
    throw new DoesNotOpen('This passphrase doesn’t open it.', { cause: error })
  }
}
