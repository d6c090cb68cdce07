/**
 * Makes text that Clavis did not write harmless to read: characters that a terminal obeys, that turn the reading direction,
 * or that show nothing, become visible as `\u202E`. Letters of every script stay as they are, right-to-left ones included.
 * For what people read only: what is copied, saved or sent keeps its characters.
 */

/** Control characters, line separators, and whatever has no glyph of its own; selectors of a glyph's variant are none. */
const hidden = String.raw`[\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\p{Variation_Selector}\u200C\u200D]]]`

/** Joiners where they join nothing. Scripts with joined letters, and emoji, are written with them. */
const idleJoiner = String.raw`(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}])[\u200C\u200D]`

const inLine = new RegExp(`${hidden}|${idleJoiner}`, 'v')
const inLineAll = new RegExp(inLine, 'gv')
const inLinesAll = new RegExp(`(?!\\n|\\t|\\r\\n)(?:${inLineAll.source})`, 'gv')

/** Whether a text has characters that {@link visibleLine} would make visible. */
export function hasHiddenCharacters(text: string): boolean {
  return inLine.test(text)
}

/** Makes hidden characters of a text of one line visible, line breaks and tabs included. */
export function visibleLine(text: string): string {
  return text.replace(inLineAll, codeOf)
}

/** Makes hidden characters visible in a text that may have lines and tabs. */
export function visibleText(text: string): string {
  return text.replace(inLinesAll, codeOf)
}

/** Makes hidden characters of JSON visible as the escapes that JSON has for them, so that its value stays the same. */
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
