/**
 * Makes foreign text safe to display: characters that control a terminal, change the text direction, or are invisible
 * are shown as `\u202E`. Letters of every script stay as they are, including right-to-left ones. For display only: what
 * is copied, saved or sent is unchanged.
 */

/** Control characters, line separators, and everything without a glyph, except variation selectors. */
const hidden = String.raw`[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\p{Variation_Selector}\u200C\u200D]]]`

/** Joiners that join nothing. Scripts with joined letters, and emoji, need them. */
const idleJoiner = String.raw`(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}])[\u200C\u200D]`

const inLine = new RegExp(`${hidden}|${idleJoiner}`, 'v')
const inLineAll = new RegExp(inLine, 'gv')
const inLinesAll = new RegExp(`(?!\\n|\\t|\\r\\n)(?:${inLineAll.source})`, 'gv')

/** Returns whether a text has characters that {@link visibleLine} would make visible. */
export function hasHiddenCharacters(text: string): boolean {
  return inLine.test(text)
}

/** Makes hidden characters in a single line visible, including line breaks and tabs: a tab as `\u0009`. */
export function visibleLine(text: string): string {
  return text.replace(inLineAll, codeOf)
}

/** Makes a line safe for notifications, some of which read HTML. Escapes would be shown by the others. */
export function withoutMarkup(text: string): string {
  return visibleLine(text).replaceAll('<', '‹').replaceAll('>', '›')
}

/** Letters that are written from right to left (blocks of Unicode with their bidirectional types R and AL). */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Makes hidden characters visible for a place within a sentence, and keeps text from right to left from changing the
 * order of what stands around it (UAX #9, section 2.4): a name in Arabic gets U+2068 before it and U+2069 after it.
 */
export function isolatedLine(text: string): string {
  const visible = visibleLine(text)
  return rightToLeft.test(visible) ? `\u2068${visible}\u2069` : visible
}

const enclosed = `[^\\u2066-\\u2069]*${rightToLeft.source}[^\\u2066-\\u2069]*`
/** The marks that {@link isolatedLine} sets. In a pair, they change no order around them. */
const isolating = String.raw`\u2068(?=${enclosed}\u2069)|\u2069(?<=\u2068${enclosed}\u2069)`
const inSentencesAll = new RegExp(`(?!${isolating})(?:${inLinesAll.source})`, 'gv')

/**
 * Makes hidden characters visible in a text that may have lines, tabs, and parts from {@link isolatedLine}, e.g. an
 * escape character as `\u001B`.
 */
export function visibleText(text: string): string {
  return text.replace(inSentencesAll, codeOf)
}

/** Makes hidden characters in JSON visible as JSON escapes such as `\u202E`, so that its value stays the same. */
export function visibleJson(json: string): string {
  return json.replace(inLinesAll, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(''),
  )
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16).toUpperCase()}}` : escapeOf(code)
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`
}
