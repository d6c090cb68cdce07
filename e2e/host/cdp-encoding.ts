/**
 * The binary form of the Chrome DevTools Protocol: CBOR (RFC 8949) as Chromium's own encoder writes it, in which every
 * map and list has indefinite length and is wrapped in an envelope with its number of bytes.
 */

/** Number of bytes at a message's start that hold its length. */
export const headerSize = 7

/** Tag 24, “encoded CBOR data item”, and a byte string with a 32-bit length. */
const envelope = [0xd8, 0x18, 0x5a] as const
const [tag, envelopeTag, longByteString] = envelope

/** First bytes of items; tag 22 precedes bytes that are base64 in JSON. */
const binaryStart = 0xd6
const mapStart = 0xbf
const listStart = 0x9f
const stop = 0xff
const falseItem = 0xf4
const trueItem = 0xf5
const nullItem = 0xf6
const doubleStart = 0xfb

/** The upper three bits of an item's first byte (RFC 8949, 3.1). */
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3 } as const

/** Maximum nesting of a message, as in Chromium. */
const mostLevels = 300

/**
 * @param start at least {@link headerSize} bytes
 * @returns the length of the whole message, bytes
 * @throws Error if it is not the start of a message
 */
export function messageLength(start: Buffer): number {
  if (envelope.some((byte, index) => start[index] !== byte))
    throw new Error(`Chromium sent what is no message: ${start.toString('hex', 0, headerSize)}`)
  return headerSize + start.readUInt32BE(envelope.length)
}

/**
 * Encodes a message of JSON values and of bytes, which are base64 in the protocol's JSON form. Undefined properties are
 * left out.
 * @throws TypeError if it contains anything else
 */
export function encodeMessage(message: object): Buffer {
  const writer = new MessageWriter()
  writer.value(message)
  return writer.end()
}

/** @throws Error if the bytes are not a message */
export function decodeMessage(message: Buffer): unknown {
  const reader = new MessageReader(message)
  const value = reader.value(0)
  if (!reader.isAtEnd) throw new Error('Chromium sent more than a message.')
  return value
}

class MessageWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  end(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#text(value)
        return
      case 'number':
        this.#number(value)
        return
      case 'boolean':
        this.#byte(value ? trueItem : falseItem)
        return
      case 'object':
        if (value === null) this.#byte(nullItem)
        else if (value instanceof Uint8Array) this.#binary(value)
        else if (Array.isArray(value)) this.#list(value)
        else this.#map(value)
        return
      default:
        throw new TypeError(`A ${typeof value} cannot be sent to Chromium.`)
    }
  }

  #map(map: object): void {
    const end = this.#open(mapStart)
    for (const [name, value] of Object.entries(map)) {
      if (value === undefined) continue
      this.#text(name)
      this.value(value)
    }
    end()
  }

  #list(list: readonly unknown[]): void {
    const end = this.#open(listStart)
    for (const value of list) this.value(value ?? null)
    end()
  }

  #open(start: number): () => void {
    this.#room(headerSize + 1)
    for (const byte of envelope) this.#byte(byte)
    const at = this.#length
    this.#length += 4
    this.#byte(start)
    return () => {
      this.#byte(stop)
      this.#bytes.writeUInt32BE(this.#length - at - 4, at)
    }
  }

  #text(text: string): void {
    // UTF-8 can't represent half of a surrogate pair.
    if (!text.isWellFormed()) {
      this.#head(major.bytes, text.length * 2)
      this.#room(text.length * 2)
      this.#length += this.#bytes.write(text, this.#length, 'utf16le')
      return
    }
    const length = Buffer.byteLength(text)
    this.#head(major.text, length)
    this.#room(length)
    this.#length += this.#bytes.write(text, this.#length, length === text.length ? 'latin1' : 'utf8')
  }

  #binary(bytes: Uint8Array): void {
    this.#byte(binaryStart)
    this.#head(major.bytes, bytes.length)
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #number(value: number): void {
    // Chromium accepts integers up to 32 bits with sign.
    if (value === Math.trunc(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0)) {
      if (value < 0) this.#head(major.negative, -1 - value)
      else this.#head(major.unsigned, value)
      return
    }
    this.#room(9)
    this.#byte(doubleStart)
    this.#length = this.#bytes.writeDoubleBE(value, this.#length)
  }

  #head(type: number, count: number): void {
    this.#room(5)
    const first = type << 5
    if (count < 24) this.#byte(first | count)
    else if (count < 2 ** 8) {
      this.#byte(first | 24)
      this.#byte(count)
    } else if (count < 2 ** 16) {
      this.#byte(first | 25)
      this.#length = this.#bytes.writeUInt16BE(count, this.#length)
    } else {
      this.#byte(first | 26)
      this.#length = this.#bytes.writeUInt32BE(count, this.#length)
    }
  }

  #byte(byte: number): void {
    this.#room(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes + 1024))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

class MessageReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  value(level: number): unknown {
    if (level > mostLevels) throw new Error('Chromium sent a message that is nested too deeply.')
    const first = this.#byte()
    switch (first) {
      case tag:
        this.#skipEnvelope()
        return this.value(level)
      case mapStart:
        return this.#map(level + 1)
      case listStart:
        return this.#list(level + 1)
      case binaryStart:
        return this.#take(this.#count(this.#byte())).toString('base64')
      case trueItem:
        return true
      case falseItem:
        return false
      case nullItem:
        return null
      case doubleStart:
        return this.#take(8).readDoubleBE()
    }
    switch (first >> 5) {
      case major.unsigned:
        return this.#count(first)
      case major.negative:
        return -1 - this.#count(first)
      case major.text:
        return this.#take(this.#count(first)).toString('utf8')
      case major.bytes:
        return this.#take(this.#count(first)).toString('utf16le')
    }
    throw new Error(`Chromium sent a value of an unknown kind: ${first}`)
  }

  #skipEnvelope(): void {
    if (this.#byte() !== envelopeTag || this.#byte() !== longByteString)
      throw new Error('Chromium sent an envelope of an unknown kind.')
    this.#take(4)
  }

  #map(level: number): unknown {
    const members: [string, unknown][] = []
    while (!this.#isStop()) members.push([String(this.value(level)), this.value(level)])
    // A property named `__proto__` is one like any other.
    return Object.fromEntries(members)
  }

  #list(level: number): unknown[] {
    const items: unknown[] = []
    while (!this.#isStop()) items.push(this.value(level))
    return items
  }

  #isStop(): boolean {
    if (this.#bytes[this.#at] !== stop) return false
    this.#at += 1
    return true
  }

  #count(first: number): number {
    const low = first & 31
    if (low < 24) return low
    if (low === 24) return this.#byte()
    if (low === 25) return this.#take(2).readUInt16BE()
    if (low === 26) return this.#take(4).readUInt32BE()
    throw new Error(`Chromium sent a length of an unknown kind: ${first}`)
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new Error('Chromium sent a message that is cut short.')
    this.#at += 1
    return byte
  }

  #take(bytes: number): Buffer {
    if (this.#at + bytes > this.#bytes.length) throw new Error('Chromium sent a message that is cut short.')
    const taken = this.#bytes.subarray(this.#at, this.#at + bytes)
    this.#at += bytes
    return taken
  }
}
