import { expect, test } from 'vitest'
import { certificateText } from './dropped-certificate.ts'

test('PEM stays as it is', () => {
  const text = 'Hello\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
  expect(certificateText(new TextEncoder().encode(text))).toBe(text)
})

test('DER is wrapped: the same bytes, in lines of 64 characters', () => {
  const der = Uint8Array.from({ length: 700 }, (_, index) => (index === 0 ? 0x30 : index % 256))
  const lines = certificateText(der).trimEnd().split('\n')
  expect([lines[0], lines.at(-1)]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'])
  expect(lines.every((line) => line.length <= 64)).toBe(true)
  expect(Uint8Array.from(atob(lines.slice(1, -1).join('')), (sign) => sign.charCodeAt(0))).toEqual(der)
})
