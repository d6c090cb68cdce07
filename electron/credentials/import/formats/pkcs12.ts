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
} from '../asn1/ber.ts'
import {
  decrypt,
  deriveKey,
  DoesNotOpen,
  hmacHashes,
  iterationCount,
  maxHashCalls,
  UnsupportedEncryption,
} from '../encryption/encryption.ts'
import { BudgetExceeded, type ImportBudget } from '../limits/import-budget.ts'
import type { Passphrase } from '../encryption/passphrase-bytes.ts'
import { derivationPurposes, derivePkcs12 } from '../encryption/pkcs12-derivation.ts'

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

/** The content of a PKCS#12 file. Private keys are PKCS#8 DER; the caller wipes them. */
export interface Pkcs12Content {
  readonly certificates: Buffer[]
  readonly privateKeys: Buffer[]
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
    if (macData !== undefined && !isMacRight(macData, safe, passphrase, budget)) continue
    try {
      return openSafe(safe, passphrase, budget)
    } catch (error) {
      // Its MAC fits this passphrase: what does not open then is damaged.
      if (macData !== undefined && error instanceof DoesNotOpen)
        throw new BerError('Part of it is damaged.', { cause: error })
      // Without a MAC, what a wrong passphrase decrypted may have looked valid up to here.
      if (!(error instanceof DoesNotOpen || error instanceof BerError)) throw error
      failure = new DoesNotOpen(failure.message, { cause: error })
    }
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
    const key = deriveKey(derivation, passphrase.utf8, digest.length, budget)
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

/** AuthenticatedSafe (RFC 7292 §4.1). */
function openSafe(safe: Buffer, passphrase: Passphrase, budget: ImportBudget): Pkcs12Content {
  const content: Pkcs12Content = { certificates: [], privateKeys: [] }
  try {
    for (const info of sequence(readElement(safe, budget))) {
      const [type, inner] = sequence(info)
      const oid = objectIdentifier(type)
      if (oid === oids.data)
        readBags(
          readElement(octets(requireTag(tagged(inner, 0), tags.octetString)), budget),
          passphrase,
          content,
          budget,
        )
      else if (oid === oids.encryptedData) readEncryptedBags(tagged(inner, 0), passphrase, content, budget)
      else throw new UnsupportedEncryption('Part of it is encrypted with a public key instead of a passphrase.')
    }
    return content
  } catch (error) {
    for (const key of content.privateKeys) key.fill(0)
    throw error
  }
}

/** EncryptedData (RFC 2315 §13). */
function readEncryptedBags(data: BerElement, passphrase: Passphrase, into: Pkcs12Content, budget: ImportBudget): void {
  const [, info] = sequence(data)
  const [, algorithm, ciphertext] = sequence(info)
  if (algorithm === undefined || !isTagged(ciphertext, 0)) throw new BerError('An encrypted part is missing.')
  const plain = decrypt(algorithm, octets(ciphertext), passphrase, budget)
  // The parts are views, except keys, which are copied below.
  readBags(readElement(plain, budget), passphrase, into, budget)
}

/** SafeContents (RFC 7292 §4.2). */
function readBags(safeContents: BerElement, passphrase: Passphrase, into: Pkcs12Content, budget: ImportBudget): void {
  for (const bag of sequence(safeContents)) {
    const [id, value] = sequence(bag)
    const inner = tagged(value, 0)
    switch (objectIdentifier(id)) {
      case oids.keyBag:
        into.privateKeys.push(Buffer.from(inner.whole))
        break
      case oids.shroudedKeyBag:
        into.privateKeys.push(openShroudedKey(sequence(inner), passphrase, budget))
        break
      case oids.certificateBag: {
        const [certificateId, certificate] = sequence(inner)
        if (objectIdentifier(certificateId) === oids.x509Certificate)
          into.certificates.push(octets(requireTag(tagged(certificate, 0), tags.octetString)))
        break
      }
      case oids.safeContentsBag:
        readBags(inner, passphrase, into, budget)
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
