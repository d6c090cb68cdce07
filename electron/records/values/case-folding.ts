import { byte } from '../json/json-bytes.ts'
import { valueText } from '../json/json-string.ts'

/**
 * A text in lower case and normalized (NFC), to be compared without regard to letter case and Unicode form. A Greek sigma
 * at the end of a word counts as any other: else “ΟΔΟΣ” would not be found in “ΟΔΟΣΤΡΩΜΑ”, for its small letters end
 * otherwise. A dotted capital İ counts as i.
 */
export function withoutCase(text: string): string {
  const lower = text.toLowerCase()
  // Without characters from U+0300 on, which is quick to check, it is normalized.
  if (!/[\u0300-\uffff]/.test(lower)) return lower
  const normal = lower.replaceAll('ς', 'σ').normalize()
  return normal.includes('i\u0307') ? normal.replaceAll(/i\u0307+/gu, 'i').normalize() : normal
}

/** Returns the value's text, case-folded, e.g. `acme` for `"Acme"`; undefined for null, which has none. */
export function foldedText(bytes: Uint8Array, start: number, end: number): string | undefined {
  return bytes[start] === byte.lowerN ? undefined : withoutCase(valueText(bytes, start, end))
}
