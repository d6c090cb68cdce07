import { byte, isWhitespace } from './json-bytes.ts'
import { decodeEscapes } from './json-string.ts'

/**
 * The texts of all values in a JSON text, those in lists and objects one by one: strings with their escapes decoded,
 * everything else as it is written. Names of members are none.
 * @param json valid JSON
 */
export function valueTexts(json: string): string[] {
  const texts: string[] = []
  let at = 0
  while (at < json.length) {
    const first = json.charCodeAt(at)
    const start = at
    if (first === byte.quote) {
      at = stringEnd(json, start)
      if (!isName(json, at)) texts.push(decodeEscapes(json.slice(start + 1, at - 1)))
    } else if (isBare(first)) {
      while (at < json.length && isBare(json.charCodeAt(at))) at += 1
      texts.push(json.slice(start, at))
    } else at += 1
  }
  return texts
}

/**
 * Whether one of the values’ texts in a JSON text holds a text: answered by the quotes before each place where it stands.
 * @param json valid JSON, its escapes decoded; none of them stood for a quote
 * @param text not empty; letter case counts
 */
export function isInValue(json: string, text: string): boolean {
  if (text.includes('"')) return false
  const mayBeBare = /^[-+.\w]+$/u.test(text)
  // Outside of strings JSON is ASCII.
  const mayBeOutside = /^[\0-\x7f]+$/u.test(text)
  let isInString = !mayBeOutside
  let quote = mayBeOutside ? json.indexOf('"') : -1
  for (let place = json.indexOf(text); place !== -1;) {
    if (!mayBeOutside) quote = json.indexOf('"', place)
    while (quote !== -1 && quote < place) {
      isInString = !isInString
      quote = json.indexOf('"', quote + 1)
    }
    if (isInString ? !isName(json, quote + 1) : mayBeBare) return true
    place = json.indexOf(text, isInString ? quote : place + 1)
  }
  return false
}

/** The place behind the closing quote of the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1)
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1)
  return quote + 1
}

/** Whether the character at a place within a string is part of an escape. */
function isEscaped(json: string, place: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(place - 1 - backslashes) === byte.backslash) backslashes += 1
  return backslashes % 2 === 1
}

/** Whether the string that ends before `end` is the name of a member. */
function isName(json: string, end: number): boolean {
  let at = end
  while (at < json.length && isWhitespace(json.charCodeAt(at))) at += 1
  return json.charCodeAt(at) === byte.colon
}

/** Whether a character outside of strings belongs to a number, `true`, `false` or `null`. */
function isBare(character: number): boolean {
  return (
    !isWhitespace(character) &&
    character !== byte.comma &&
    character !== byte.colon &&
    character !== byte.openBrace &&
    character !== byte.closeBrace &&
    character !== byte.openBracket &&
    character !== byte.closeBracket
  )
}
