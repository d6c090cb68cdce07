import { Buffer } from 'node:buffer'
import { byte } from '../json/json-bytes.ts'
import { JsonReader, type ValueSpan } from '../json/json-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { numberKey } from '../values/number-order.ts'

/** The members of the object at a place by name, with all values of a repeated one. */
export function membersOf(bytes: Uint8Array, { start, end }: ValueSpan): Map<string, ValueSpan[]> {
  const members = new Map<string, ValueSpan[]>()
  const reader = new JsonReader(bytes, start, end)
  reader.readMembers((name) => {
    const values = members.get(name) ?? []
    values.push(reader.readSpan())
    if (values.length === 1) members.set(name, values)
  })
  return members
}

/** Returns whether two values have the same bytes. */
export function hasSameBytes(one: Uint8Array, oneAt: ValueSpan, other: Uint8Array, otherAt: ValueSpan): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength)
    .subarray(oneAt.start, oneAt.end)
    .equals(other.subarray(otherAt.start, otherAt.end))
}

/** Deeper values are compared by their bytes. */
const maxDepth = 500

/**
 * Returns a text that two values share if they mean the same: white space, escapes and the order of fields don't
 * matter, and numbers count by value with all digits, so that 10, 10.0 and 1e1 are equal.
 */
export function meaningOf(bytes: Uint8Array, span: ValueSpan, depth = 0): string {
  const { start, end } = span
  const first = bytes[start]
  if (depth > maxDepth) return utf8Text(bytes, start, end)
  switch (first) {
    case byte.quote:
      return JSON.stringify(decodeString(bytes, start, end))
    case byte.openBrace:
      return `{${[...membersOf(bytes, span)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, values]) =>
          values.map((value) => `${JSON.stringify(name)}:${meaningOf(bytes, value, depth + 1)}`),
        )
        .join(',')}}`
    case byte.openBracket:
      return `[${elementsOf(bytes, span)
        .map((value) => meaningOf(bytes, value, depth + 1))
        .join(',')}]`
    case byte.lowerT:
    case byte.lowerF:
    case byte.lowerN:
      return utf8Text(bytes, start, end)
    default:
      return `#${numberKey(utf8Text(bytes, start, end))}`
  }
}

function elementsOf(bytes: Uint8Array, { start, end }: ValueSpan): ValueSpan[] {
  const elements: ValueSpan[] = []
  const reader = new JsonReader(bytes, start, end)
  reader.readElements(() => elements.push(reader.readSpan()))
  return elements
}
