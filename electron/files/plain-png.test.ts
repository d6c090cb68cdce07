import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { requirePlainPng } from './plain-picture.ts'

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const header = chunk('IHDR', Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0]))
const data = chunk('IDAT', deflateSync(Buffer.alloc(8)))
const end = chunk('IEND', Buffer.alloc(0))

test('requirePlainPng: returns the size of a plain picture', () => {
  expect(requirePlainPng(Buffer.concat([signature, header, data, end]))).toEqual({ width: 3, height: 2 })
})

test.each<[string, Uint8Array]>([
  ['another file', Buffer.from('<script>')],
  ['one that breaks off', Buffer.concat([signature, header, data])],
  ['one with a text in it', Buffer.concat([signature, header, chunk('tEXt', Buffer.from('a\0b')), data, end])],
  ['one with something behind it', Buffer.concat([signature, header, data, end, Buffer.from('<script>')])],
  ['one without a header', Buffer.concat([signature, data, end])],
  ['one with two headers', Buffer.concat([signature, header, header, data, end])],
  ['a damaged one', Buffer.concat([signature, header, Buffer.from(data).fill(7, 9, 10), end])],
  ['one without width', Buffer.concat([signature, chunk('IHDR', Buffer.alloc(13)), data, end])],
])('requirePlainPng: refuses %s', (_, bytes) => {
  expect(() => requirePlainPng(bytes)).toThrow('not a plain PNG image')
})
