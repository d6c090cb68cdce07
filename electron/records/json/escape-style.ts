import { stringTrait } from './json-reader.ts'

/** How a record's text is written, which determines how it is searched. The numbers are part of the file format. */
export const recordWriting = {
  /** ASCII without escapes: the bytes are the characters. */
  plain: 0,
  /** With other characters, without escapes. */
  unicode: 1,
  /** With escapes that hide which letters it has. */
  escaped: 2,
  /** With escapes that hide nothing: its ASCII other than `/`, `\` and control characters is in its bytes. */
  openlyEscaped: 3,
  /**
   * From here on: with the same escapes throughout (see {@link evenWriting}), so that each word has only a few
   * spellings in its bytes.
   */
  evenlyEscaped: 8,
} as const

/** Properties of an evenly written record, as bits above {@link recordWriting}'s `evenlyEscaped`. */
export const evenWriting = {
  /** All characters beyond ASCII are escaped; otherwise none is. */
  escapesOthers: 1,
  /** The letters among the digits of its escapes are capitals; otherwise small. */
  hasUpperHex: 2,
  /** It has escaped quotes, and no escaped backslashes; otherwise no escaped quotes. */
  escapesQuotes: 4,
} as const

/** Number of values that {@link writingOf} returns, from 0. */
export const writings = 16

/** How a record is written whose strings have these traits (see `stringTrait`). */
export function writingOf(traits: number): number {
  const has = (trait: number): boolean => (traits & trait) !== 0
  if (has(stringTrait.hiddenLetters)) return recordWriting.escaped
  if (!has(stringTrait.escape)) return has(stringTrait.nonAscii) ? recordWriting.unicode : recordWriting.plain
  const isMixed =
    (has(stringTrait.otherEscape) && has(stringTrait.nonAscii)) ||
    (has(stringTrait.lowerHex) && has(stringTrait.upperHex)) ||
    (has(stringTrait.quote) && has(stringTrait.backslash))
  if (!isMixed)
    return (
      recordWriting.evenlyEscaped |
      (has(stringTrait.otherEscape) ? evenWriting.escapesOthers : 0) |
      (has(stringTrait.upperHex) ? evenWriting.hasUpperHex : 0) |
      (has(stringTrait.quote) ? evenWriting.escapesQuotes : 0)
    )
  return has(stringTrait.quote) || has(stringTrait.signEscape) ? recordWriting.escaped : recordWriting.openlyEscaped
}

/** Returns whether a record of this writing may have escaped quotes in its strings. */
export function hasEscapedQuotes(writing: number): boolean {
  return writing >= recordWriting.evenlyEscaped && (writing & evenWriting.escapesQuotes) !== 0
}
