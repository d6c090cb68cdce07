import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashAgain } from './sha1-rounds.ts'

test('rounds are those of the native SHA-1', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat({ max: 50 }), (start, rounds) => {
      let expected = Buffer.from(start)
      for (let round = 0; round < rounds; round += 1) expected = createHash('sha1').update(expected).digest()
      const digest = Buffer.from(start)
      hashAgain(digest, rounds)
      expect(digest).toEqual(expected)
    }),
  )
})
