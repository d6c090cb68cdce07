import { byte, isWhitespace } from './json-bytes.ts'
import { JsonReader } from './json-reader.ts'
import { valueText } from './json-string.ts'

/**
 * Returns the texts of all values in a JSON text, including each item of arrays and objects, e.g. `a` and `1.0` of
 * `{"b":["a",1.0]}`: strings decoded, other values as written. Names of fields are left out.
 * @param bytes contain valid JSON from `start` to `end`
 */
export function valueTexts(bytes: Uint8Array, start = 0, end: number = bytes.length): string[] {
  const texts: string[] = []
  const reader = new JsonReader(bytes, start, end)
  for (let first = reader.peek(); first >= 0; first = reader.peek()) {
    if (isPunctuation(first)) {
      reader.take(first)
      continue
    }
    const span = reader.readSpan()
    if (first !== byte.quote || reader.peek() !== byte.colon) texts.push(valueText(bytes, span.start, span.end))
  }
  return texts
}

/**
 * Returns whether a value's text in a JSON text contains a text, by counting the quotes before each occurrence.
 * @param json valid JSON, its escapes decoded; none of them became a quote
 * @param text not empty; case-sensitive
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

/** Whether the string that ends before `end` is the name of a member. */
function isName(json: string, end: number): boolean {
  let at = end
  while (at < json.length && isWhitespace(json.charCodeAt(at))) at += 1
  return json.charCodeAt(at) === byte.colon
}

function isPunctuation(value: number): boolean {
  return (
    value === byte.comma ||
    value === byte.colon ||
    value === byte.openBrace ||
    value === byte.closeBrace ||
    value === byte.openBracket ||
    value === byte.closeBracket
  )
}
