/** Universal tags that certificates and keys consist of (X.680 §8.4). */
export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  objectIdentifier: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  bmpString: 30,
} as const

/** Deeper than any certificate, key or PKCS#12 file; more is an attack on the parser. */
const maxDepth = 24

/** Counts what is parsed, so that a file of many tiny elements can't fill the memory. */
export interface ElementBudget {
  /** @throws Error to stop parsing */
  readonly spendElements: (count: number) => void
  /** @throws Error to stop parsing */
  readonly spendBytes: (count: number) => void
}

/** One element of BER or DER (X.690 §8.1). Its bytes are views of the input's, not copies. */
export interface BerElement {
  /** 0 universal, 1 application, 2 context-specific, 3 private. */
  readonly tagClass: number
  readonly tag: number
  readonly isConstructed: boolean
  readonly content: Buffer
  /** The element with its tag and length. */
  readonly whole: Buffer
  readonly depth: number
  /** Pays for its own elements, too. */
  readonly budget: ElementBudget | undefined
}

/** What cannot be read as BER. The message names no content. */
export class BerError extends Error {
  override readonly name = 'BerError'
}

/**
 * Reads the element that the bytes start with. Lengths may be indefinite, as Windows and old browsers write PKCS#12.
 * @throws BerError, and what the budget throws
 */
export function readElement(bytes: Buffer, budget?: ElementBudget): BerElement {
  return elementAt(bytes, 0, 0, budget)
}

function elementAt(bytes: Buffer, offset: number, depth: number, budget: ElementBudget | undefined): BerElement {
  if (depth > maxDepth) throw new BerError('It is nested too deeply.')
  budget?.spendElements(1)
  const first = byteAt(bytes, offset)
  const isConstructed = (first & 0x20) !== 0
  const { tag, end: tagEnd } = readTag(bytes, offset)
  const { length, end: start } = readLength(bytes, tagEnd)
  const head = { tagClass: first >> 6, tag, isConstructed, depth, budget }
  if (length !== undefined) {
    if (length > bytes.length - start) throw new BerError('It is truncated.')
    const end = start + length
    return { ...head, content: bytes.subarray(start, end), whole: bytes.subarray(offset, end) }
  }
  if (!isConstructed) throw new BerError('A length is missing.')
  // The content ends at two zero bytes between elements (X.690 §8.1.5).
  let at = start
  while (byteAt(bytes, at) !== 0 || byteAt(bytes, at + 1) !== 0)
    at += elementAt(bytes, at, depth + 1, budget).whole.length
  return { ...head, content: bytes.subarray(start, at), whole: bytes.subarray(offset, at + 2) }
}

/** Reads the element that the bytes consist of. @throws BerError if anything follows it */
export function readWhole(bytes: Buffer): BerElement {
  const element = readElement(bytes)
  if (element.whole.length !== bytes.length) throw new BerError('It has data after its end.')
  return element
}

/** The elements of a constructed element, in order. @throws BerError */
export function childrenOf(element: BerElement): BerElement[] {
  if (!element.isConstructed) throw new BerError('It has no elements.')
  return elementsIn(element.content, element.depth + 1, element.budget)
}

/** Parses all elements to the end of the bytes. @throws BerError */
export function readElements(bytes: Buffer, budget?: ElementBudget): BerElement[] {
  return elementsIn(bytes, 0, budget)
}

function elementsIn(bytes: Buffer, depth: number, budget: ElementBudget | undefined): BerElement[] {
  const elements: BerElement[] = []
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at, depth, budget)
    elements.push(element)
    at += element.whole.length
  }
  return elements
}

/** Whether the element is of this universal tag. */
export function is(element: BerElement | undefined, tag: number): element is BerElement {
  return element?.tagClass === 0 && element.tag === tag
}

/** Whether the element has this context-specific tag. */
export function isTagged(element: BerElement | undefined, tag: number): element is BerElement {
  return element?.tagClass === 2 && element.tag === tag
}

/** The element, which must be of this universal tag. @throws BerError */
export function requireTag(element: BerElement | undefined, tag: number): BerElement {
  if (!is(element, tag)) throw new BerError('Its structure is not what its type requires.')
  return element
}

/** Returns the elements of a sequence. @throws BerError if it isn't one */
export function sequence(element: BerElement | undefined): BerElement[] {
  return childrenOf(requireTag(element, tags.sequence))
}

/** The one element inside an explicit context-specific tag. @throws BerError */
export function tagged(element: BerElement | undefined, tag: number): BerElement {
  if (!isTagged(element, tag)) throw new BerError('Its structure is not what its type requires.')
  const [inner] = childrenOf(element)
  if (inner === undefined) throw new BerError('Part of it is missing.')
  return inner
}

/** An octet string's bytes; one in pieces is put together (X.690 §8.7.3). @throws BerError */
export function octets(element: BerElement): Buffer {
  if (!element.isConstructed) return element.content
  element.budget?.spendBytes(element.content.length)
  return Buffer.concat(childrenOf(element).map(octets))
}

/** A small integer that is not negative, such as a version or an iteration count. @throws BerError */
export function smallInteger(element: BerElement | undefined): number {
  const { content } = requireTag(element, tags.integer)
  if (content.length === 0 || content.length > 6 || byteAt(content, 0) > 0x7f)
    throw new BerError('A number in it is out of range.')
  return content.readUIntBE(0, content.length)
}

/** An object identifier in dotted form (X.690 §8.19). @throws BerError */
export function objectIdentifier(element: BerElement | undefined): string {
  return dottedIdentifier(requireTag(element, tags.objectIdentifier).content)
}

/** Formats the content of an object identifier. @throws BerError */
export function dottedIdentifier(content: Buffer): string {
  if (content.length === 0 || content.length > 64) throw new BerError('An object identifier in it is damaged.')
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte > 0x7f) continue
    if (arcs.length === 0) {
      const first = Math.min(Math.floor(arc / 40), 2)
      arcs.push(first, arc - first * 40)
    } else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

function readTag(bytes: Buffer, offset: number): { tag: number; end: number } {
  const low = byteAt(bytes, offset) & 0x1f
  if (low !== 0x1f) return { tag: low, end: offset + 1 }
  let tag = 0
  for (let at = offset + 1; at < offset + 5; at += 1) {
    const byte = byteAt(bytes, at)
    tag = tag * 128 + (byte & 0x7f)
    if (byte < 0x80) return { tag, end: at + 1 }
  }
  throw new BerError('A tag in it is damaged.')
}

/** `undefined`: indefinite. */
function readLength(bytes: Buffer, offset: number): { length: number | undefined; end: number } {
  const first = byteAt(bytes, offset)
  if (first < 0x80) return { length: first, end: offset + 1 }
  if (first === 0x80) return { length: undefined, end: offset + 1 }
  const count = first & 0x7f
  const end = offset + 1 + count
  if (count > 6 || end > bytes.length) throw new BerError('A length in it is damaged.')
  return { length: bytes.readUIntBE(offset + 1, count), end }
}

function byteAt(bytes: Buffer, offset: number): number {
  const byte = bytes[offset]
  if (byte === undefined) throw new BerError('It is truncated.')
  return byte
}
