import { BerError, is, objectIdentifier, readElement, sequence, tags, type BerElement } from './ber.ts'
import { looksSigned, readCertificate, certificatesOfSignedData, isSignedData } from './certificate-der.ts'
import { derElements, jsonOf, nothingIn, pemTextsIn, textOf } from './content-forms.ts'
import { DoesNotOpen, UnsupportedEncryption } from './encryption.ts'
import { BudgetExceeded, ImportBudget, maxContentBytes } from './import-budget.ts'
import { readJwks } from './jwk.ts'
import { emptyMaterial, type ImportContent, type Material } from './material.ts'
import { onlyPublicKey, openSshKey, otherFormat } from './other-formats.ts'
import { decodeBase64, pemBlocks, type PemBlock } from './pem.ts'
import { isPkcs12, openPkcs12, openShroudedKey } from './pkcs12.ts'
import { notRsa, readPrivateKey, UnsuitableKey } from './private-key.ts'
import { isTraditionallyEncrypted, openTraditionalPem } from './traditional-pem.ts'
import { wipePassphrase, type Passphrase, passphrasesToTry } from './tried-passphrases.ts'

/** Maximum number of blocks or elements of a file that are read. */
const maxParts = 5_000

interface Opening {
  /** What the person typed, then what needs no typing. */
  readonly passphrases: readonly Passphrase[]
  readonly isTyped: boolean
  readonly budget: ImportBudget
}

/**
 * Reads everything in a file or pasted text: certificates and private keys as PEM with any text around, DER, base64,
 * PKCS#7, PKCS#12 and JWK. Never throws for its content: what can't be used is listed among the problems.
 * @param budget shared by all contents of an import; it stops what would cost more
 */
export function readMaterial(
  { bytes, passphrase, isTooLarge = false }: ImportContent,
  budget: ImportBudget = new ImportBudget(),
): Material {
  const material = emptyMaterial()
  const typed = passphrase?.bytes()
  const opening = {
    passphrases: passphrasesToTry(typed),
    isTyped: typed !== undefined,
    budget,
  }
  typed?.fill(0)
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (isTooLarge || buffer.length > maxContentBytes)
      problem(material, 'It is far too large for certificates or keys.')
    else readContent(buffer, opening, material)
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error
    problem(material, error.message)
  } finally {
    opening.passphrases.forEach(wipePassphrase)
  }
  return material
}

function readContent(bytes: Buffer, opening: Opening, into: Material): void {
  const { budget } = opening
  const elements = derElements(bytes, budget)
  if (elements !== undefined) {
    readDer(elements, opening, into)
    return
  }
  budget.spendBytes(bytes.length)
  const text = textOf(bytes)
  const json = jsonOf(text, budget)
  const blocks = pemBlocks(json === undefined ? text : pemTextsIn(json))
  if (blocks.length > maxParts) problem(into, `It has more than ${maxParts} parts; the rest was ignored.`)
  for (const block of blocks.slice(0, maxParts)) readBlock(block, opening, into)
  // A JWK can have its certificates as PEM.
  const isJwk = json !== undefined && readJwks(json, into, budget, blocks.length > 0)
  if (blocks.length > 0 || isJwk) return
  const decoded = decodeBase64(text)
  const fromBase64 = decoded === undefined ? undefined : derElements(decoded, budget)
  if (fromBase64 !== undefined) readDer(fromBase64, opening, into)
  else problem(into, otherFormat(bytes, text) ?? nothingIn(bytes, json !== undefined))
}

function readDer(elements: readonly BerElement[], opening: Opening, into: Material): void {
  if (elements.length > maxParts) problem(into, `It has more than ${maxParts} parts; the rest was ignored.`)
  for (const element of elements.slice(0, maxParts)) noting(into, opening, () => readOne(element, opening, into))
}

function readBlock(block: PemBlock, opening: Opening, into: Material): void {
  const { label, bytes } = block
  if (block.isCutOff) {
    problem(into, `Part of it is truncated: its last line, -----END ${label}-----, is missing.`)
    return
  }
  // Parameters precede the key that they belong to.
  if (label.endsWith('PARAMETERS')) return
  if (label === 'OPENSSH PRIVATE KEY') {
    problem(into, openSshKey)
    return
  }
  noting(into, opening, () => {
    if (bytes === undefined) throw new BerError(`Part of it (${label}) is damaged.`)
    const { budget } = opening
    if (!isTraditionallyEncrypted(block)) {
      readOne(readElement(bytes, budget), opening, into)
      return
    }
    const plain = openFirst(typedForms(opening.passphrases), budget, ({ utf8 }) =>
      openTraditionalPem(block, utf8, budget),
    )
    try {
      readOne(readElement(plain, budget), opening, into)
    } finally {
      plain.fill(0)
    }
  })
}

/** Adds the content of an element. @throws BerError, UnsuitableKey, UnsupportedEncryption, DoesNotOpen */
function readOne(element: BerElement, opening: Opening, into: Material): void {
  const parts = sequence(element)
  if (isSignedData(parts)) {
    for (const each of certificatesOfSignedData(parts))
      noting(into, opening, () => void into.certificates.push(readCertificate(each)))
    return
  }
  if (isPkcs12(parts)) {
    readPkcs12(parts, opening, into)
    return
  }
  if (looksSigned(element)) {
    readSigned(element, into)
    return
  }
  if (is(parts[0], tags.sequence) && is(parts[1], tags.octetString)) {
    readShroudedKey(parts, opening, into)
    return
  }
  if (is(parts[0], tags.sequence) && is(parts[1], tags.bitString)) throw new UnsuitableKey(onlyPublicKey)
  if (is(parts[0], tags.integer)) {
    readPlainKey(element, parts, into)
    return
  }
  throw new BerError('It contains no certificate and no key that Clavis supports.')
}

function readSigned(element: BerElement, into: Material): void {
  const [toBeSigned] = sequence(element)
  const members = sequence(toBeSigned)
  // Only a revocation list has a time there (RFC 5280 §5.1); a CSR has at most four fields (RFC 2986 §4.1).
  if (members.some(({ tagClass, tag }) => tagClass === 0 && (tag === 23 || tag === 24))) {
    problem(into, 'It is a revocation list, not a certificate.')
    return
  }
  if (members.length <= 4) {
    problem(into, 'It is a CSR, not the signed certificate.')
    return
  }
  into.certificates.push(readCertificate(element))
}

function readPlainKey(element: BerElement, parts: readonly BerElement[], into: Material): void {
  if (is(parts[1], tags.sequence) && is(parts[2], tags.octetString)) {
    into.keys.push(readPrivateKey(element.whole, 'pkcs8'))
    return
  }
  if (is(parts[1], tags.octetString)) throw notRsa('an elliptic curve key')
  if (parts.every((part) => is(part, tags.integer))) {
    if (parts.length === 2) throw new UnsuitableKey(onlyPublicKey)
    if (parts.length === 6) throw notRsa('a DSA key')
    into.keys.push(readPrivateKey(element.whole, 'pkcs1'))
    return
  }
  throw new BerError('It contains no certificate and no key that Clavis supports.')
}

function readPkcs12(parts: readonly BerElement[], opening: Opening, into: Material): void {
  let content
  try {
    content = openPkcs12(parts, opening.passphrases, opening.budget)
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error
    lock(into, 'The PKCS#12 file', opening)
    return
  }
  for (const certificate of content.certificates)
    noting(into, opening, () => void into.certificates.push(readCertificate(readElement(certificate, opening.budget))))
  for (const key of content.privateKeys)
    noting(into, opening, () => {
      try {
        into.keys.push(readPrivateKey(key, 'pkcs8'))
      } finally {
        key.fill(0)
      }
    })
  if (content.lockedPart !== undefined && content.passphrase.utf8.length > 0)
    problem(
      into,
      `${content.lockedPart} has a different passphrase. Export the file again with one passphrase for everything in it.`,
    )
  else if (content.lockedPart !== undefined) lock(into, content.lockedPart, opening)
  else if (content.certificates.length + content.privateKeys.length === 0)
    problem(into, 'It is a PKCS#12 file without a certificate or private key.')
}

function readShroudedKey(parts: readonly BerElement[], opening: Opening, into: Material): void {
  objectIdentifier(sequence(parts[0])[0])
  let failure: unknown = new DoesNotOpen('It needs a passphrase.')
  for (const passphrase of typedForms(opening.passphrases)) {
    try {
      const key = openShroudedKey(parts, passphrase, opening.budget)
      try {
        into.keys.push(readPrivateKey(key, 'pkcs8'))
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

/** Outside PKCS#12 there is only one empty passphrase. */
function typedForms(passphrases: readonly Passphrase[]): Passphrase[] {
  const empty = passphrases.findIndex(({ utf8 }) => utf8.length === 0)
  return passphrases.filter(({ utf8 }, index) => utf8.length > 0 || index === empty)
}

/** @throws DoesNotOpen of the last one if none opens it */
function openFirst(
  passphrases: readonly Passphrase[],
  budget: ImportBudget,
  open: (passphrase: Passphrase) => Buffer,
): Buffer {
  let failure: unknown = new DoesNotOpen('It needs a passphrase.')
  for (const passphrase of passphrases) {
    try {
      const plain = open(passphrase)
      // With a wrong passphrase, valid padding occurs once in 256 times, a valid key never.
      if (derElements(plain, budget)?.length === 1) return plain
      plain.fill(0)
    } catch (error) {
      if (!(error instanceof DoesNotOpen)) throw error
      failure = error
    }
  }
  throw failure
}

/** Runs a parser; failures caused by the content become part of the material. */
function noting(into: Material, opening: Opening, read: () => void): void {
  try {
    read()
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
