import { WireReader, WireWriter, type WireValue } from './wire-format.ts'

/** Message types (D-Bus Specification, “Message Format”). */
export const messageTypes = { call: 1, reply: 2, error: 3, signal: 4 } as const

/** One message. Fields that its type does not have are undefined. */
export interface Message {
  readonly type: number
  readonly serial: number
  readonly path?: string
  readonly interface?: string
  readonly member?: string
  readonly errorName?: string
  readonly replySerial?: number
  readonly destination?: string
  readonly signature?: string
  readonly body: readonly WireValue[]
}

/** Header fields with code and type. */
const headerFields = [
  { code: 1, type: 'o', name: 'path' },
  { code: 2, type: 's', name: 'interface' },
  { code: 3, type: 's', name: 'member' },
  { code: 4, type: 's', name: 'errorName' },
  { code: 5, type: 'u', name: 'replySerial' },
  { code: 6, type: 's', name: 'destination' },
  { code: 8, type: 'g', name: 'signature' },
] as const

const littleEndian = 'l'.charCodeAt(0)
const protocolVersion = 1
/** Bytes before the header fields: the fixed header and the fields' length. */
const fixedLength = 16
/** The limit of the specification, 128 MiB. */
const maxMessageBytes = 134_217_728

/** Encodes a message for sending. */
export function encodeMessage(message: Message): Buffer {
  const body = new WireWriter()
  body.writeAll(message.signature ?? '', message.body)
  const bodyBytes = body.bytes()
  const header = new WireWriter()
  const fields = headerFields.flatMap(({ code, type, name }) => {
    const value = message[name]
    return value === undefined ? [] : [[code, { signature: type, value }]]
  })
  header.writeAll('yyyyuua(yv)', [
    littleEndian,
    message.type,
    0,
    protocolVersion,
    bodyBytes.length,
    message.serial,
    fields,
  ])
  header.align(8)
  return Buffer.concat([header.bytes(), bodyBytes])
}

/**
 * Decodes the first message of the received bytes and returns it with its length in bytes; undefined while it is
 * incomplete. Buses answer in the sender's byte order, so a big-endian message is an error.
 */
export function decodeMessage(bytes: Buffer): { readonly message: Message; readonly length: number } | undefined {
  if (bytes.length < fixedLength) return undefined
  if (bytes.readUInt8(0) !== littleEndian) throw new Error('The D-Bus message has an unexpected byte order.')
  const bodyLength = bytes.readUInt32LE(4)
  const headerLength = Math.ceil((fixedLength + bytes.readUInt32LE(12)) / 8) * 8
  const length = headerLength + bodyLength
  if (length > maxMessageBytes) throw new Error('The D-Bus message is too large.')
  if (bytes.length < length) return undefined

  const [, type, , , , serial, fields] = new WireReader(bytes.subarray(0, headerLength)).readAll('yyyyuua(yv)')
  const named: Record<string, WireValue> = {}
  for (const field of fields as readonly (readonly [number, { readonly value: WireValue }])[]) {
    const known = headerFields.find(({ code }) => code === field[0])
    if (known !== undefined) named[known.name] = field[1].value
  }
  const { signature } = named
  const body = new WireReader(bytes.subarray(headerLength, length)).readAll(
    typeof signature === 'string' ? signature : '',
  )
  return { message: { ...named, type: Number(type), serial: Number(serial), body }, length }
}
