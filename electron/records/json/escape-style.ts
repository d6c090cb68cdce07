import { stringTrait } from './json-reader.ts'

/** How a record's text is written, which decides how it is searched. The record's file keeps these numbers. */
export const recordWriting = {
  /** ASCII without escapes: the bytes are the characters. */
  plain: 0,
  /** With other characters, without escapes. */
  unicode: 1,
  /** With escapes that hide which letters it has. */
  escaped: 2,
  /** With escapes that do not: what ASCII it has besides `/`, `\` and control characters stands in its bytes. */
  openlyEscaped: 3,
  /**
   * From here on: with escapes of one kind throughout, which {@link evenWriting} tells, so that each word has but a few
   * ways to stand in its bytes.
   */
  evenlyEscaped: 8,
} as const

/** What is known of an evenly written record, as bits over {@link recordWriting}'s `evenlyEscaped`. */
export const evenWriting = {
  /** Characters beyond ASCII are all escaped; otherwise none is. */
  escapesOthers: 1,
  /** The letters among the digits of its escapes are capitals; otherwise small. */
  hasUpperHex: 2,
  /** It has escaped quotes, and no escaped backslashes; otherwise no escaped quotes. */
  escapesQuotes: 4,
} as const

/** How many numbers {@link writingOf} may answer, from 0. */
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

/** Whether quotes with a backslash before them begin or end no string of a record that is written so. */
export function hasEscapedQuotes(writing: number): boolean {
  return writing >= recordWriting.evenlyEscaped && (writing & evenWriting.escapesQuotes) !== 0
}
