import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognizeThumbprint } from '../../../shared/model/credential/key-id.ts'
import { thumbprintOf } from './thumbprint.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 })

test('every spelling of a thumbprint is recognized', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom('sha1', 'sha256'),
      fc.boolean(),
      fc.constantFrom('', ':', ' ', '  ', ' : '),
      fc.constantFrom('', ' ', '\n', '\t'),
      (der, digest, lower, separator, around) => {
        const hex = thumbprintOf(der)[digest === 'sha1' ? 'sha1' : 'sha256']
        const pairs = (lower ? hex.toLowerCase() : hex).match(/../gu) ?? []
        const pasted = around + pairs.join(separator) + around
        expect(recognizeThumbprint(pasted, thumbprintOf(der))).toBe(`${digest}-hex`)
      },
    ),
  )
  fc.assert(
    fc.property(bytes, fc.constantFrom('', '='), (der, padding) => {
      const thumbprint = thumbprintOf(der)
      expect(recognizeThumbprint(thumbprint.sha1Base64Url + padding, thumbprint)).toBe('sha1-base64url')
      expect(recognizeThumbprint(thumbprint.sha256Base64Url + padding, thumbprint)).toBe('sha256-base64url')
    }),
  )
})

test('another certificate’s thumbprint, a part of one, or base64url in the wrong case is none', () => {
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
