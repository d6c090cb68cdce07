import { setImmediate } from 'node:timers/promises'
import { BerError, is, objectIdentifier, readElement, readElements, sequence, tags, type BerElement } from './ber.ts'
import { looksSigned, readCertificate } from './certificate-der.ts'
import { DoesNotOpen, UnsupportedEncryption } from './encryption.ts'
import { readJwks } from './jwk.ts'
import { emptyMaterial, type ImportContent, type Material } from './material.ts'
import { emptyPassphrases, passphraseOf, wipePassphrase, type Passphrase } from './passphrase.ts'
import { decodeBase64, pemBlocks, type PemBlock } from './pem.ts'
import { certificatesOfSignedData, isSignedData } from './pkcs7.ts'
import { isPkcs12, openPkcs12, openShroudedKey } from './pkcs12.ts'
import { notRsa, readPrivateKey, UnsuitableKey } from './private-key.ts'
import { isTraditionallyEncrypted, openTraditionalPem } from './traditional-pem.ts'

/** The most that one file may hold, bytes. */
export const longestContent = 5_000_000

/** The most blocks or elements of one file that are looked at. */
const mostParts = 5_000

/** Parts between two looks at other work. */
const partsAtOnce = 20

/** What is tried to open the locked parts of a content. */
interface Opening {
  /** What the person typed, then what needs no typing. */
  readonly passphrases: readonly Passphrase[]
  readonly isTyped: boolean
}

/**
 * Reads everything that a file or a pasted text holds: certificates and private keys as PEM with any text around, DER,
 * base64, PKCS#7, PKCS#12 and JWK. Whatever comes, it answers: what cannot be used is named among the problems.
 */
export async function readMaterial({ bytes, passphrase }: ImportContent): Promise<Material> {
  const material = emptyMaterial()
  const typed = passphrase?.bytes()
  const opening = {
    passphrases: [...(typed === undefined || typed.length === 0 ? [] : [passphraseOf(typed)]), ...emptyPassphrases()],
    isTyped: typed !== undefined,
  }
  typed?.fill(0)
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (buffer.length > longestContent) problem(material, 'It is far too large to be certificates or keys.')
    else await readContent(buffer, opening, material)
  } finally {
    opening.passphrases.forEach(wipePassphrase)
  }
  return material
}

async function readContent(bytes: Buffer, opening: Opening, into: Material): Promise<void> {
  const elements = derElements(bytes)
  if (elements !== undefined) return readDer(elements, opening, into)
  const text = textOf(bytes)
  const blocks = pemBlocks(text)
  if (blocks.length > mostParts) problem(into, `It has more than ${mostParts} parts; the others were left out.`)
  for (const [index, block] of blocks.slice(0, mostParts).entries()) {
    await readBlock(block, opening, into)
    // The window is answered in between.
    if (index % partsAtOnce === partsAtOnce - 1) await setImmediate()
  }
  if (blocks.length > 0) return
  const json = jsonOf(text)
  if (json !== undefined && (await readJwks(json, into))) return
  const decoded = decodeBase64(text)
  const fromBase64 = decoded === undefined ? undefined : derElements(decoded)
  if (fromBase64 !== undefined) return readDer(fromBase64, opening, into)
  problem(into, nothingIn(bytes, json !== undefined))
}

async function readDer(elements: readonly BerElement[], opening: Opening, into: Material): Promise<void> {
  if (elements.length > mostParts) problem(into, `It has more than ${mostParts} parts; the others were left out.`)
  for (const element of elements.slice(0, mostParts)) await noting(into, opening, () => readOne(element, opening, into))
}

async function readBlock(block: PemBlock, opening: Opening, into: Material): Promise<void> {
  const { label, bytes } = block
  if (block.isCutOff) {
    problem(into, `A part of it is cut off: its last line, -----END ${label}-----, is missing.`)
    return
  }
  // Parameters stand before the key that they belong to.
  if (label.endsWith('PARAMETERS')) return
  if (label === 'OPENSSH PRIVATE KEY') {
    problem(
      into,
      'It is a private key in OpenSSH’s own form. Turn a copy into PEM first: ssh-keygen -p -m PKCS8 -f COPY.',
    )
    return
  }
  await noting(into, opening, async () => {
    if (bytes === undefined) throw new BerError(`A part of it (${label}) is damaged.`)
    if (!isTraditionallyEncrypted(block)) return readOne(readElement(bytes), opening, into)
    const plain = openFirst(typedForms(opening.passphrases), ({ utf8 }) => openTraditionalPem(block, utf8))
    try {
      await readOne(readElement(plain), opening, into)
    } finally {
      plain.fill(0)
    }
  })
}

/** Adds what one element holds. @throws BerError, UnsuitableKey, UnsupportedEncryption, DoesNotOpen */
async function readOne(element: BerElement, opening: Opening, into: Material): Promise<void> {
  const parts = sequence(element)
  if (isSignedData(parts)) {
    for (const each of certificatesOfSignedData(parts))
      await noting(into, opening, () => void into.certificates.push(readCertificate(each)))
    return
  }
  if (isPkcs12(parts)) return readPkcs12(parts, opening, into)
  if (looksSigned(element)) {
    readSigned(element, into)
    return
  }
  if (is(parts[0], tags.sequence) && is(parts[1], tags.octetString)) return readShroudedKey(parts, opening, into)
  if (is(parts[0], tags.sequence) && is(parts[1], tags.bitString))
    throw new UnsuitableKey('It is a public key alone. Import the private key or the certificate.')
  if (is(parts[0], tags.integer)) return readPlainKey(element, parts, into)
  throw new BerError('It holds neither a certificate nor a key that Clavis knows.')
}

function readSigned(element: BerElement, into: Material): void {
  const [toBeSigned] = sequence(element)
  const members = sequence(toBeSigned)
  // Only a revocation list has a time there (RFC 5280 §5.1); a CSR has four members at most (RFC 2986 §4.1).
  if (members.some(({ tagClass, tag }) => tagClass === 0 && (tag === 23 || tag === 24))) {
    problem(into, 'It is a revocation list, not a certificate.')
    return
  }
  if (members.length <= 4) {
    problem(into, 'It is a CSR, not the certificate that was signed from it.')
    return
  }
  into.certificates.push(readCertificate(element))
}

async function readPlainKey(element: BerElement, parts: readonly BerElement[], into: Material): Promise<void> {
  if (is(parts[1], tags.sequence) && is(parts[2], tags.octetString)) {
    into.keys.push(await readPrivateKey(element.whole, 'pkcs8'))
    return
  }
  if (is(parts[1], tags.octetString)) throw notRsa('an elliptic curve key')
  if (parts.every((part) => is(part, tags.integer))) {
    if (parts.length === 2)
      throw new UnsuitableKey('It is a public key alone. Import the private key or the certificate.')
    if (parts.length === 6) throw notRsa('a DSA key')
    into.keys.push(await readPrivateKey(element.whole, 'pkcs1'))
    return
  }
  throw new BerError('It holds neither a certificate nor a key that Clavis knows.')
}

async function readPkcs12(parts: readonly BerElement[], opening: Opening, into: Material): Promise<void> {
  let content
  try {
    content = await openPkcs12(parts, opening.passphrases)
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error
    lock(into, 'The PKCS#12 file', opening)
    return
  }
  for (const certificate of content.certificates)
    await noting(into, opening, () => void into.certificates.push(readCertificate(readElement(certificate))))
  for (const key of content.privateKeys)
    await noting(into, opening, async () => {
      try {
        into.keys.push(await readPrivateKey(key, 'pkcs8'))
      } finally {
        key.fill(0)
      }
    })
  if (content.certificates.length + content.privateKeys.length === 0)
    problem(into, 'It is a PKCS#12 file with neither a certificate nor a private key.')
}

async function readShroudedKey(parts: readonly BerElement[], opening: Opening, into: Material): Promise<void> {
  objectIdentifier(sequence(parts[0])[0])
  let failure: unknown = new DoesNotOpen('It needs a passphrase.')
  for (const passphrase of typedForms(opening.passphrases)) {
    try {
      const key = await openShroudedKey(parts, passphrase)
      try {
        into.keys.push(await readPrivateKey(key, 'pkcs8'))
        return
      } finally {
        key.fill(0)
      }
    } catch (error) {
      if (!(error instanceof DoesNotOpen)) throw error
      failure = error
    }
  }
  throw failure
}

/** Outside PKCS#12 there is one empty passphrase alone. */
function typedForms(passphrases: readonly Passphrase[]): Passphrase[] {
  return passphrases.filter(({ utf8 }, index) => passphrases.findIndex((other) => other.utf8.equals(utf8)) === index)
}

/** @throws DoesNotOpen of the last one where none opens it */
function openFirst(passphrases: readonly Passphrase[], open: (passphrase: Passphrase) => Buffer): Buffer {
  let failure: unknown = new DoesNotOpen('It needs a passphrase.')
  for (const passphrase of passphrases) {
    try {
      const plain = open(passphrase)
      // Right padding comes once in 256 times with a wrong passphrase, the numbers of a key never.
      if (derElements(plain)?.length === 1) return plain
      plain.fill(0)
    } catch (error) {
      if (!(error instanceof DoesNotOpen)) throw error
      failure = error
    }
  }
  throw failure
}

/** Runs a reading; what it fails with for a reason in the content becomes a part of the material. */
async function noting(into: Material, opening: Opening, read: () => void | Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error instanceof DoesNotOpen) lock(into, 'A private key', opening)
    else if (error instanceof BerError || error instanceof UnsuitableKey || error instanceof UnsupportedEncryption)
      problem(into, error.message)
    else throw error
  }
}

function lock(into: Material, what: string, { isTyped }: Opening): void {
  into.locked.push({ what, attempt: isTyped ? 'failed' : 'none' })
}

function problem(into: Material, reason: string): void {
  into.problems.push({ subject: '', reason })
}

/** The elements that the bytes consist of to their end; `undefined` where they are not sequences of BER. */
function derElements(bytes: Buffer): BerElement[] | undefined {
  if (bytes[0] !== 0x30) return undefined
  try {
    const elements = readElements(withoutTrailingSpace(bytes))
    return elements.every((element) => is(element, tags.sequence)) ? elements : undefined
  } catch {
    return undefined
  }
}

/** A line break at the end comes from copying through an editor or a terminal. */
function withoutTrailingSpace(bytes: Buffer): Buffer {
  const { whole } = readElement(bytes)
  return bytes.subarray(whole.length).toString('latin1').trim() === '' ? whole : bytes
}

/** Windows's editors save “Unicode” as UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0)
    return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
  return bytes.toString('utf8').replace(/^\uFEFF/u, '')
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nothingIn(bytes: Buffer, isJson: boolean): string {
  if (bytes.length === 0) return 'It is empty.'
  if (isJson) return 'It is JSON, but no JWK.'
  if (bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80) return 'It is cut off or damaged.'
  return 'There is no certificate and no private key in it.'
}
