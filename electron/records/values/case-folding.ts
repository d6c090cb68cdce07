import { byte } from '../json/json-bytes.ts'
import { valueText } from '../json/json-string.ts'

/**
 * A text in lower case, to be compared without regard to letter case. A Greek sigma at the end of a word counts as any
 * other: else “ΟΔΟΣ” would not be found in “ΟΔΟΣΤΡΩΜΑ”, for its small letters end otherwise.
 */
export function withoutCase(text: string): string {
  const lower = text.toLowerCase()
  // Few texts have one, which is quick to check.
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}

/** Returns the value's text, case-folded; undefined for null, which has none. */
export function foldedText(bytes: Uint8Array, start: number, end: number): string | undefined {
  return bytes[start] === byte.lowerN ? undefined : withoutCase(valueText(bytes, start, end))
}
