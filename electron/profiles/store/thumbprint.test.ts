import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainThumbprint, recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { thumbprintOf } from './stored-certificate.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 })

test('recognizeThumbprint: recognizes every spelling of a thumbprint', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom('sha1', 'sha256'),
      fc.boolean(),
      fc.constantFrom('', ':', ' ', '  ', ' : ', '-'),
      fc.constantFrom('', ' ', '\n', '\t', '\u200E', '\uFEFF'),
      fc.constantFrom(
        '',
        'SHA1 Fingerprint=',
        'sha256 Fingerprint=',
        'SHA-1: ',
        'Thumbprint (SHA-1): ',
        'Cert Hash(sha1): ',
      ),
      (der, digest, lower, separator, around, label) => {
        const hex = thumbprintOf(der)[digest === 'sha1' ? 'sha1' : 'sha256']
        const pairs = (lower ? hex.toLowerCase() : hex).match(/../gu) ?? []
        const pasted = around + label + around + pairs.join(separator) + around
        expect(recognizeThumbprint(pasted, thumbprintOf(der))).toBe(`${digest}-hex`)
        expect(plainThumbprint(pasted)).toBe(pairs.join(separator))
      },
    ),
  )
  fc.assert(
    fc.property(bytes, fc.constantFrom('', '='), (der, padding) => {
      const thumbprint = thumbprintOf(der)
      for (const digest of ['sha1', 'sha256'] as const) {
        const base64 = Buffer.from(thumbprint[digest], 'hex').toString('base64')
        expect(recognizeThumbprint(base64, thumbprint)).toBe(`${digest}-base64url`)
        expect(plainThumbprint(base64)).toBe(base64)
      }
      expect(recognizeThumbprint(thumbprint.sha1Base64Url + padding, thumbprint)).toBe('sha1-base64url')
      expect(recognizeThumbprint(thumbprint.sha256Base64Url + padding, thumbprint)).toBe('sha256-base64url')
    }),
  )
})

test('recognizeThumbprint: refuses another certificate’s thumbprint, a part of one, or wrong case in base64url', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 0, max: 39 }), (der, other, length) => {
      fc.pre(Buffer.compare(der, other) !== 0)
      const thumbprint = thumbprintOf(der)
      expect(recognizeThumbprint(thumbprintOf(other).sha1, thumbprint)).toBeUndefined()
      expect(recognizeThumbprint(thumbprint.sha1.slice(0, length), thumbprint)).toBeUndefined()
      const swapped = thumbprint.sha1Base64Url.replaceAll(/[a-z]/giu, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
      fc.pre(swapped !== thumbprint.sha1Base64Url)
      expect(recognizeThumbprint(swapped, thumbprint)).toBeUndefined()
    }),
  )
})
