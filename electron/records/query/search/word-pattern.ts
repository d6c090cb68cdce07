import { Buffer } from 'node:buffer'
import { withoutCase } from '../../values/case-folding.ts'

/** Maximum number of a word's characters in its pattern: with more it would hardly match less often. */
const maxCharacters = 24

/** No letter from here on has two cases. */
const casesUntil = 0x2_0000

/** The only letter that becomes two characters in lower case: an i and {@link dotAbove}. */
const dottedCapital = '\u0130'
const dotAbove = '\u0307'

/** By letter as `withoutCase` returns it: the other letters that become it. Created when first needed. */
let otherCases: ReadonlyMap<string, readonly string[]> | undefined

/**
 * Creates a pattern that matches wherever JSON has a word in a value, ignoring case, and perhaps elsewhere. It is for the
 * JSON's bytes, read as Latin-1.
 * @param word as `withoutCase` returns it
 * @param hasEscapes whether the JSON has escapes; without them the pattern is quicker
 */
export function wordPattern(word: string, hasEscapes: boolean): RegExp {
  // Half a character is in every character that it may be half of.
  const characters = word.isWellFormed() ? Array.from(word).slice(0, maxCharacters) : []
  const spellings = characters.map((character, at) => spellingsOf(character, characters[at - 1], hasEscapes))
  return new RegExp(spellings.join(''), 'gu')
}

function spellingsOf(character: string, before: string | undefined, hasEscapes: boolean): string {
  otherCases ??= findOtherCases()
  // Within a word the capital stands where the i is. Two choices for every dot would take exponential time.
  const others = (otherCases.get(character) ?? []).filter(
    (letter) => letter !== dottedCapital || character !== dotAbove || before === undefined,
  )
  const letters = [character, ...others]
  const spellings = letters.map((letter) => literal(Buffer.from(letter)))
  if (hasEscapes) spellings.push(...letters.map(unicodeEscape), ...shortEscape(character))
  return `(?:${spellings.join('|')})${character === dotAbove && before === 'i' ? '?' : ''}`
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

function findOtherCases(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let code = 0; code < casesUntil; code += 1) {
    const letter = String.fromCodePoint(code)
    const folded = withoutCase(letter)
    if (folded !== letter) for (const each of folded) found.set(each, [...(found.get(each) ?? []), letter])
  }
  return found
}
