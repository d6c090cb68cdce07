import { expect, test } from 'vitest'
import { certificateText, textOfFiles } from './dropped-certificate.ts'

const pem = 'Hello\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

/** A DER sequence of so many bytes of content, with its length in the short or the long form (X.690 §8.1.3). */
function der(contentLength: number): Uint8Array {
  const length =
    contentLength < 0x80
      ? [contentLength]
      : contentLength < 0x100
        ? [0x81, contentLength]
        : [0x82, contentLength >> 8, contentLength & 0xff]
  return Uint8Array.from([0x30, ...length, ...Array.from({ length: contentLength }, (_, index) => index % 256)])
}

test('PEM stays as it is', () => {
  expect(certificateText(new TextEncoder().encode(pem))).toBe(pem)
})

test.each([
  ['utf-16le', [0xff, 0xfe], (code: number) => [code & 0xff, code >> 8]],
  ['utf-16be', [0xfe, 0xff], (code: number) => [code >> 8, code & 0xff]],
] as const)('PEM in %s is read by its byte order mark', (_name, mark, split) => {
  const bytes = Array.from(pem, (sign) => split(sign.charCodeAt(0))).flat()
  expect(certificateText(Uint8Array.from([...mark, ...bytes]))).toBe(pem)
})

test.each([5, 200, 1200])('DER of %i bytes is wrapped: the same bytes, in lines of 64 characters', (length) => {
  const bytes = der(length)
  const lines = certificateText(bytes).trimEnd().split('\n')
  expect([lines[0], lines.at(-1)]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'])
  expect(lines.every((line) => line.length <= 64)).toBe(true)
  expect(Uint8Array.from(atob(lines.slice(1, -1).join('')), (sign) => sign.charCodeAt(0))).toEqual(bytes)
})

test('text that begins with the digit 0 is no DER', () => {
  const text = `0 certificates above this line\n${pem}`
  expect(certificateText(new TextEncoder().encode(text))).toBe(text)
})

test('DER that is cut off is not wrapped into a certificate', () => {
  expect(certificateText(der(1200).subarray(0, 700))).not.toContain('BEGIN CERTIFICATE')
})

test('files come one after the other', async () => {
  const files = [new File([pem], 'a.pem'), new File([der(200).slice()], 'b.cer')]
  const text = await textOfFiles(files)
  expect(text.match(/BEGIN CERTIFICATE/gu)).toHaveLength(2)
  expect(text.startsWith(pem)).toBe(true)
})

test('a folder, nothing, and a huge file are told as such', async () => {
  const folder = { name: 'certs', size: 4096, arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }
  await expect(textOfFiles([folder])).rejects.toMatchObject({
    code: 'certificate-unreadable',
    message: expect.stringContaining('certs') as string,
  })
  await expect(textOfFiles([])).rejects.toMatchObject({ code: 'certificate-unreadable' })
  await expect(textOfFiles([{ ...folder, size: 5_000_000 }])).rejects.toMatchObject({
    message: expect.stringContaining('too large') as string,
  })
})
