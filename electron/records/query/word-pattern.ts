import { Buffer } from 'node:buffer'
import { withoutCase } from '../values/case-folding.ts'

/** Maximum number of a word's letters in its pattern: with more it would hardly match less often. */
const maxLetters = 24

/** No character from here on has another case or form. */
const formsUntil = 0x3_0000

/** An i with it counts as i. */
const dotAbove = '\u0307'

/** By text as `withoutCase` returns it, mostly one character: the other characters that become it. Created when first needed. */
let otherForms: ReadonlyMap<string, readonly string[]> | undefined

/**
 * Creates a pattern that matches wherever JSON has a word in a value, ignoring case, in either Unicode form (NFC or NFD),
 * and perhaps elsewhere. A word that ends within a letter with several marks may not match. It is for the JSON's bytes,
 * read as Latin-1.
 * @param word as `withoutCase` returns it
 * @param hasEscapes whether the JSON has escapes; without them the pattern is quicker
 */
export function wordPattern(word: string, hasEscapes: boolean): RegExp {
  // Half a character is in every character that it may be half of.
  const letters = word.isWellFormed() ? (word.match(/.\p{M}*/gsu) ?? []).slice(0, maxLetters) : []
  return new RegExp(letters.map((letter) => patternOf(letter, hasEscapes)).join(''), 'gu')
}

/** @param letter a character with the combining marks that follow it */
function patternOf(letter: string, hasEscapes: boolean): string {
  otherForms ??= findOtherForms()
  const characters = Array.from(letter)
  const forms = [characters, Array.from(letter.normalize('NFD'))]
  // Some single characters have none in normalized text.
  for (let length = 2; length <= characters.length; length += 1)
    for (const other of otherForms.get(characters.slice(0, length).join('')) ?? [])
      forms.push([other, ...characters.slice(length)])
  const patterns = forms.map((form) => form.map((character) => spellingsOf(character, hasEscapes)).join(''))
  return `(?:${[...new Set(patterns)].join('|')})`
}

function spellingsOf(character: string, hasEscapes: boolean): string {
  const letters = [character, ...(otherForms?.get(character) ?? [])]
  const spellings = letters.map((letter) => literal(Buffer.from(letter)))
  if (hasEscapes) spellings.push(...letters.map(unicodeEscape), ...shortEscape(character))
  return `(?:${spellings.join('|')})${character === 'i' ? `${spellingsOf(dotAbove, hasEscapes)}*` : ''}`
}

function literal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

function unicodeEscape(letter: string): string {
  return Array.from({ length: letter.length }, (_, unit) => {
    const digits = letter.charCodeAt(unit).toString(16).padStart(4, '0')
    return `\\\\u${digits.replaceAll(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`)}`
  }).join('')
}

/** Returns the escape of two characters that JSON has for a character, if any. */
function shortEscape(character: string): string[] {
  const escape = character === '/' ? '\\/' : JSON.stringify(character).slice(1, -1)
  return escape.length === 2 && escape.startsWith('\\') ? [literal(Buffer.from(escape))] : []
}

function findOtherForms(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let code = 0; code < formsUntil; code += 1) {
    const letter = String.fromCodePoint(code)
    const folded = withoutCase(letter)
    if (folded !== letter) found.set(folded, [...(found.get(folded) ?? []), letter])
  }
  return found
}
