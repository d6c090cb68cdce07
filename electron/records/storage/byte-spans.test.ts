import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copySpan, hashSpan, isSameSpan } from './byte-spans.ts'

const bytes = fc.uint8Array({ maxLength: 40 })
const place = fc.nat({ max: 9 })

/** Places bytes somewhere in a memory, surrounded by others. */
function placed(span: Uint8Array, start: number): DataView {
  const memory = new Uint8Array(start + span.length + 5).fill(0xee)
  memory.set(span, start)
  return new DataView(memory.buffer)
}

test('copySpan: copies the same bytes and leaves those around them unchanged', () => {
  fc.assert(
    fc.property(bytes, place, place, (span, from, to) => {
      const into = new DataView(new ArrayBuffer(to + span.length + 5))
      copySpan(placed(span, from), from, into, to, span.length)
      const copied = Buffer.from(into.buffer)
      expect(copied.subarray(to, to + span.length).equals(span)).toBe(true)
      expect(copied.subarray(0, to).every((each) => each === 0)).toBe(true)
      expect(copied.subarray(to + span.length).every((each) => each === 0)).toBe(true)
    }),
  )
})

test('isSameSpan, hashSpan: equal spans are the same and have the same hash, wherever they are', () => {
  fc.assert(
    fc.property(bytes, place, place, (span, one, other) => {
      const [first, second] = [placed(span, one), placed(span, other)]
      expect(isSameSpan(first, one, second, other, span.length)).toBe(true)
      expect(hashSpan(first, one, span.length)).toBe(hashSpan(second, other, span.length))
    }),
  )
})

test('isSameSpan: spans that differ in one byte are not the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), place, (span, at, start) => {
      const changed = span.slice()
      const index = at % span.length
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(isSameSpan(placed(span, start), start, placed(changed, start), start, span.length)).toBe(false)
    }),
  )
})

test('hashSpan: spreads consecutive texts widely', () => {
  const slots = new Set<number>()
  for (let number = 0; number < 10_000; number += 1) {
    const text = Buffer.from(`"rep-${String(number).padStart(8, '0')}"`)
    slots.add(hashSpan(new DataView(text.buffer, text.byteOffset, text.length), 0, text.length) % 65_536)
  }
  // As many as chance would leave: 65,536 × (1 − e^(−10,000 ÷ 65,536)) is 9,275.
  expect(slots.size).toBeGreaterThan(8900)
})
