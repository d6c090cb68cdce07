import { byte, isDigit, isWhitespace } from './json-bytes.ts'
import { decodeString } from './json-string.ts'

/** Position of a value in bytes: from `start` up to, but without, `end`. */
export interface ValueSpan {
  readonly start: number
  readonly end: number
}

/** Where and why bytes are not JSON. `truncated`: they are the start of JSON and end too early. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly kind: 'truncated' | 'malformed'
  /** Offset of the byte that does not fit. */
  readonly offset: number

  constructor(kind: 'truncated' | 'malformed', offset: number) {
    super(`${kind} JSON at byte ${offset}`)
    this.kind = kind
    this.offset = offset
  }
}

/** Returned for the byte after the last. */
const beyond = -1

/** For each byte: 1 if it interrupts a simple string (quote, backslash, control character). */
const breaksString = Uint8Array.from({ length: 256 }, (_, value) =>
  value === byte.quote || value === byte.backslash || value < byte.space ? 1 : 0,
)
/** What may follow a backslash besides `u`. */
const escapedSigns: ReadonlySet<number> = new Set(Array.from('"\\/bfnrt', (sign) => sign.charCodeAt(0)))

/**
 * Reads JSON (RFC 8259) strictly, byte by byte and without building values, so that every value's exact bytes can be
 * pointed at. It never recurses: depth costs no stack. It takes UTF-8 for granted; check that first.
 */
export class JsonReader {
  readonly bytes: Uint8Array
  /** Offset of the next byte to read. */
  position: number
  readonly end: number

  constructor(bytes: Uint8Array, start = 0, end: number = bytes.length) {
    this.bytes = bytes
    this.position = start
    this.end = end
  }

  /** Skips white space and returns the next byte without taking it, or -1 at the end. */
  peek(): number {
    const { bytes, end } = this
    let at = this.position
    while (at < end) {
      const value = bytes[at] ?? beyond
      if (value > byte.space || !isWhitespace(value)) {
        this.position = at
        return value
      }
      at += 1
    }
    this.position = at
    return beyond
  }

  /** Skips white space and takes exactly this byte. */
  take(expected: number): void {
    if (this.peek() !== expected) throw this.fault()
    this.position += 1
  }

  /** Skips white space and takes the next byte if it is this one. */
  takes(expected: number): boolean {
    if (this.peek() !== expected) return false
    this.position += 1
    return true
  }

  /** Takes white space up to the end; anything else there is a fault. */
  takeEnd(): void {
    if (this.peek() !== beyond) throw this.fault()
  }

  /** Takes a string whose opening quote is next. */
  readString(): void {
    const { bytes, end } = this
    let at = this.position
    if (at >= end || bytes[at] !== byte.quote) throw this.fault(at)
    at += 1
    for (;;) {
      while (at < end && breaksString[bytes[at] ?? 0] === 0) at += 1
      if (at >= end) throw this.fault(end)
      if (bytes[at] === byte.quote) break
      if (bytes[at] !== byte.backslash) throw this.fault(at)
      at = this.#afterEscape(at)
    }
    this.position = at + 1
  }

  /** Returns the offset after the escape that starts at `at`. */
  #afterEscape(at: number): number {
    const { bytes, end } = this
    if (at + 1 >= end) throw this.fault(end)
    const sign = bytes[at + 1] ?? 0
    if (escapedSigns.has(sign)) return at + 2
    if (sign !== byte.lowerU) throw this.fault(at + 1)
    for (let digit = at + 2; digit < at + 6; digit += 1)
      if (digit >= end || !isHexDigit(bytes[digit] ?? 0)) throw this.fault(digit)
    return at + 6
  }

  /** Takes the number that is next. */
  readNumber(): void {
    const after = numberEnd(this.bytes, this.position, this.end)
    if (after < 0) throw this.fault(~after)
    this.position = after
  }

  /** Reads `true`, `false` or `null`, depending on the next byte. */
  readLiteral(): void {
    const { bytes, end, position } = this
    const word = bytes[position] === byte.lowerT ? 'true' : bytes[position] === byte.lowerF ? 'false' : 'null'
    for (let index = 0; index < word.length; index += 1)
      if (position + index >= end || bytes[position + index] !== word.charCodeAt(index))
        throw this.fault(position + index)
    this.position = position + word.length
  }

  /** Takes the next value and validates it to its last byte. */
  skipValue(): void {
    /** What each open bracket or brace was, outermost first. */
    const open: number[] = []
    for (;;) {
      const first = this.peek()
      if (first === byte.openBrace) {
        this.position += 1
        if (!this.takes(byte.closeBrace)) {
          open.push(byte.openBrace)
          this.#readName()
          continue
        }
      } else if (first === byte.openBracket) {
        this.position += 1
        if (!this.takes(byte.closeBracket)) {
          open.push(byte.openBracket)
          continue
        }
      } else this.#readScalar(first)
      const innermost = this.#closeWhatEnds(open)
      if (innermost === undefined) return
      if (innermost === byte.openBrace) this.#readName()
    }
  }

  /** Takes the next value, validates it to its last byte, and returns its position without surrounding white space. */
  readSpan(): ValueSpan {
    this.peek()
    const start = this.position
    this.skipValue()
    return { start, end: this.position }
  }

  /**
   * Takes the next object.
   * @param readValue is called with each field's name, in order and with repetitions; it must take the value, which
   * starts at {@link position}
   */
  readMembers(readValue: (name: string) => void): void {
    this.take(byte.openBrace)
    if (this.takes(byte.closeBrace)) return
    do {
      this.peek()
      const start = this.position
      this.readString()
      const name = decodeString(this.bytes, start, this.position)
      this.take(byte.colon)
      this.peek()
      readValue(name)
    } while (this.takes(byte.comma))
    this.take(byte.closeBrace)
  }

  /**
   * Takes the next array.
   * @param readElement is called for each element and must take it; it starts at {@link position}
   */
  readElements(readElement: () => void): void {
    this.take(byte.openBracket)
    if (this.takes(byte.closeBracket)) return
    do {
      this.peek()
      readElement()
    } while (this.takes(byte.comma))
    this.take(byte.closeBracket)
  }

  /** Closes what ends after a value. Returns what the next value belongs to; undefined if all is closed. */
  #closeWhatEnds(open: number[]): number | undefined {
    for (;;) {
      const innermost = open.at(-1)
      if (innermost === undefined || this.takes(byte.comma)) return innermost
      this.take(innermost === byte.openBrace ? byte.closeBrace : byte.closeBracket)
      open.pop()
    }
  }

  #readName(): void {
    this.peek()
    this.readString()
    this.take(byte.colon)
  }

  #readScalar(first: number): void {
    if (first === byte.quote) this.readString()
    else if (first === byte.minus || isDigit(first)) this.readNumber()
    else if (first === byte.lowerT || first === byte.lowerF || first === byte.lowerN) this.readLiteral()
    else throw this.fault()
  }

  /** Returns the fault at `offset`: truncated if the bytes end there. */
  fault(offset: number = this.position): JsonFault {
    return new JsonFault(offset >= this.end ? 'truncated' : 'malformed', Math.min(offset, this.end))
  }
}

/**
 * Returns the offset after the number at `start` (RFC 8259, section 6); if there is none, the bitwise complement of the
 * offset of the invalid byte, which is negative.
 */
export function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = bytes[start] === byte.minus ? start + 1 : start
  let digits = at
  if (at < end && bytes[at] === byte.zero) at += 1
  else at = digitsEnd(bytes, at, end)
  if (at === digits) return ~at
  if (at < end && bytes[at] === byte.point) {
    digits = at + 1
    at = digitsEnd(bytes, digits, end)
    if (at === digits) return ~at
  }
  if (at < end && (bytes[at] === byte.lowerE || bytes[at] === byte.upperE)) {
    digits = at + 1
    if (digits < end && (bytes[digits] === byte.plus || bytes[digits] === byte.minus)) digits += 1
    at = digitsEnd(bytes, digits, end)
    if (at === digits) return ~at
  }
  return at
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1
  return at
}

function isHexDigit(value: number): boolean {
  return isDigit(value) || (value >= 0x41 && value <= 0x46) || (value >= 0x61 && value <= 0x66)
}

/**
 * Returns whether any item of a JSON array meets a condition, including items of nested arrays; objects are items as a
 * whole.
 * @param start of the array's bracket in `bytes`
 * @param meets is called with each item's position in `bytes`, up to the first that meets it
 */
export function someItem(
  bytes: Uint8Array,
  start: number,
  end: number,
  meets: (start: number, end: number) => boolean,
): boolean {
  const reader = new JsonReader(bytes, start, end)
  let depth = 0
  do {
    if (reader.takes(byte.openBracket)) depth += 1
    else if (reader.takes(byte.closeBracket)) depth -= 1
    else if (!reader.takes(byte.comma)) {
      const itemStart = reader.position
      reader.skipValue()
      if (meets(itemStart, reader.position)) return true
    }
  } while (depth > 0)
  return false
}
