/**
 * Reads and writes the part of the D-Bus wire format that the Secret Service needs: by signature, little-endian
 * (D-Bus Specification, “Type System” and “Message Protocol”). Types: y b u s o g v, arrays, structs, dictionaries.
 */

/** A value together with its type. */
export interface Variant {
  readonly signature: string
  readonly value: WireValue
}

/** A struct and a dictionary entry are arrays of their members; a dictionary is an array of entries. */
export type WireValue = number | boolean | string | readonly WireValue[] | Variant

const alignments: Readonly<Record<string, number>> = { y: 1, g: 1, v: 1, b: 4, u: 4, s: 4, o: 4, a: 4, '(': 8, '{': 8 }

function alignmentOf(type: string): number {
  const alignment = alignments[type.charAt(0)]
  if (alignment === undefined) throw new Error(`The D-Bus type “${type}” is not supported.`)
  return alignment
}

/** Finds the exclusive end of the complete type that starts at `start`. */
function endOfType(signature: string, start: number): number {
  const first = signature.charAt(start)
  if (first === 'a') return endOfType(signature, start + 1)
  if (first !== '(' && first !== '{') {
    alignmentOf(first)
    return start + 1
  }
  const close = first === '(' ? ')' : '}'
  let position = start + 1
  while (signature.charAt(position) !== close) {
    if (position >= signature.length) throw new Error(`The D-Bus signature “${signature}” is truncated.`)
    position = endOfType(signature, position)
  }
  return position + 1
}

/** Splits a signature into its complete types: `a{sv}o` → `a{sv}`, `o`. */
export function completeTypes(signature: string): string[] {
  const types: string[] = []
  for (let start = 0; start < signature.length;) {
    const end = endOfType(signature, start)
    types.push(signature.slice(start, end))
    start = end
  }
  return types
}

/** Returns the member types of a struct or dictionary entry. */
function memberTypes(type: string): string[] {
  return completeTypes(type.slice(1, -1))
}

function isVariant(value: WireValue): value is Variant {
  return typeof value === 'object' && 'signature' in value
}

/** Writes values in sequence. Alignment counts from the start of the writer. */
export class WireWriter {
  #buffer = Buffer.alloc(256)
  #length = 0

  /** Returns a copy of the bytes written so far. */
  bytes(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length))
  }

  /** Pads with zeroes to a multiple of `alignment`. */
  align(alignment: number): void {
    this.#reserve(this.#padding(alignment))
  }

  writeAll(signature: string, values: readonly WireValue[]): void {
    const types = completeTypes(signature)
    if (types.length !== values.length) throw new Error(`“${signature}” takes ${types.length} values.`)
    types.forEach((type, index) => {
      const value = values[index]
      if (value !== undefined) this.write(type, value)
    })
  }

  write(type: string, value: WireValue): void {
    this.align(alignmentOf(type))
    const kind = type.charAt(0)
    if (kind === 'y' && typeof value === 'number') this.#writeByte(value)
    else if (kind === 'u' && typeof value === 'number') this.#writeUint32(value)
    else if (kind === 'b' && typeof value === 'boolean') this.#writeUint32(value ? 1 : 0)
    else if ((kind === 's' || kind === 'o') && typeof value === 'string') this.#writeText(value)
    else if (kind === 'g' && typeof value === 'string') this.#writeSignature(value)
    else if (kind === 'v' && isVariant(value)) {
      this.#writeSignature(value.signature)
      this.write(value.signature, value.value)
    } else if (kind === 'a' && Array.isArray(value)) this.#writeArray(type.slice(1), value as readonly WireValue[])
    else if ((kind === '(' || kind === '{') && Array.isArray(value))
      this.writeAll(type.slice(1, -1), value as readonly WireValue[])
    else throw new Error(`The value does not fit the D-Bus type “${type}”.`)
  }

  #writeArray(elementType: string, elements: readonly WireValue[]): void {
    const lengthAt = this.#reserve(4)
    // Padding before the first element is not part of the array's length; empty arrays have it too.
    this.align(alignmentOf(elementType))
    const start = this.#length
    for (const element of elements) this.write(elementType, element)
    this.#buffer.writeUInt32LE(this.#length - start, lengthAt)
  }

  #writeText(text: string): void {
    const bytes = Buffer.from(text, 'utf8')
    this.#writeUint32(bytes.length)
    this.#writeTerminated(bytes)
  }

  #writeSignature(signature: string): void {
    const bytes = Buffer.from(signature, 'ascii')
    this.#writeByte(bytes.length)
    this.#writeTerminated(bytes)
  }

  // Reserve space in a separate statement: it may replace the buffer.

  #writeTerminated(bytes: Buffer): void {
    const start = this.#reserve(bytes.length + 1)
    bytes.copy(this.#buffer, start)
  }

  #writeByte(value: number): void {
    const start = this.#reserve(1)
    this.#buffer.writeUInt8(value, start)
  }

  #writeUint32(value: number): void {
    const start = this.#reserve(4)
    this.#buffer.writeUInt32LE(value, start)
  }

  #padding(alignment: number): number {
    return (alignment - (this.#length % alignment)) % alignment
  }

  /** Reserves zeroed bytes and returns their offset. */
  #reserve(count: number): number {
    const start = this.#length
    this.#length += count
    if (this.#length > this.#buffer.length) {
      const larger = Buffer.alloc(this.#length * 2)
      this.#buffer.copy(larger, 0, 0, start)
      this.#buffer = larger
    }
    return start
  }
}

/** Reads values in sequence. Alignment counts from the start of the given bytes. */
export class WireReader {
  readonly #bytes: Buffer
  #position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Bytes read so far, padding included. */
  get position(): number {
    return this.#position
  }

  align(alignment: number): void {
    this.#position += (alignment - (this.#position % alignment)) % alignment
  }

  readAll(signature: string): WireValue[] {
    return completeTypes(signature).map((type) => this.read(type))
  }

  read(type: string): WireValue {
    this.align(alignmentOf(type))
    switch (type.charAt(0)) {
      case 'y':
        return this.#bytes.readUInt8(this.#advance(1))
      case 'u':
        return this.#readUint32()
      case 'b':
        return this.#readUint32() !== 0
      case 's':
      case 'o':
        return this.#readText(this.#readUint32())
      case 'g':
        return this.#readSignature()
      case 'v': {
        const signature = this.#readSignature()
        return { signature, value: this.read(signature) }
      }
      case 'a': {
        const length = this.#readUint32()
        const elementType = type.slice(1)
        this.align(alignmentOf(elementType))
        const end = this.#position + length
        const elements: WireValue[] = []
        while (this.#position < end) elements.push(this.read(elementType))
        return elements
      }
      default:
        return memberTypes(type).map((member) => this.read(member))
    }
  }

  #readUint32(): number {
    return this.#bytes.readUInt32LE(this.#advance(4))
  }

  #readSignature(): string {
    return this.#readText(this.#bytes.readUInt8(this.#advance(1)))
  }

  #readText(length: number): string {
    const start = this.#advance(length + 1)
    return this.#bytes.toString('utf8', start, start + length)
  }

  #advance(count: number): number {
    const start = this.#position
    this.#position += count
    if (this.#position > this.#bytes.length) throw new RangeError('The D-Bus message is truncated.')
    return start
  }
}
