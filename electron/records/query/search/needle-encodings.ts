import { Buffer } from 'node:buffer'
import { escapedSigns } from '../../json/json-reader.ts'
import { evenWriting, recordWriting } from '../../json/escape-style.ts'
import { soughtText, type SoughtText } from './text-search.ts'

/** The spellings of a word in the bytes of records with one writing. */
export interface NeedleEncodings {
  readonly texts: readonly SoughtText[]
  /** Whether a record without any of the texts certainly lacks the word. */
  readonly isComplete: boolean
  /** Whether the texts may also match other letters, whose bytes mix those of both cases. */
  readonly isLoose: boolean
}

/** Maximum number of spellings of a word that are listed. */
const maxTexts = 16

/** Longer words have no listed spellings: they are rare, and so is their longest part. */
const maxWordLength = 1000

/** A character's bytes, each as a character of its own, in lower and in upper case. */
interface SpelledCharacter {
  readonly lower: string
  readonly upper: string
}

/**
 * Returns the longest part of a word that is in the bytes of each record that contains the word and doesn't hide its
 * letters; empty if there is none.
 * @param word in lower case
 */
export function openPart(word: string): string {
  const parts = word.match(openParts) ?? []
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '')
}

const openParts = new RegExp(`[^\\0-\\x1f/\\\\${escapedSigns}\\u{80}-\\u{10ffff}]+`, 'gu')

/**
 * Returns how a word may be spelled in records of an encoding; undefined if unknown.
 * @param word in lower case
 * @param writing one of `recordWriting`, its bits included
 */
export function encodingsOf(word: string, writing: number): NeedleEncodings | undefined {
  const isOpen = openPart(word) === word
  if (writing === recordWriting.escaped) return undefined
  if (writing === recordWriting.openlyEscaped && !isOpen) return undefined
  // A sigma has two small letters; half a character has no bytes of its own.
  if (word.length > maxWordLength || word.includes('σ') || !word.isWellFormed()) return undefined
  const characters = Array.from(word, (character) => spelled(character, writing))
  const count = characters.reduce((product, forms) => product * forms.length, 1)
  const isLoose = characters.some((forms) => forms.some(mayBeMixed))
  if (count <= maxTexts) return { texts: combined(characters).map(asText), isComplete: true, isLoose }
  const inOneWay = (order: 0 | -1): SpelledCharacter =>
    asOne(characters.map((forms) => forms.at(order)).filter((form) => form !== undefined))
  return { texts: [inOneWay(0), inOneWay(-1)].map(asText), isComplete: false, isLoose }
}

/**
 * Returns the spellings of a character, escaped first: the character that ends an escape may be that of the other
 * spelling.
 */
function spelled(character: string, writing: number): readonly SpelledCharacter[] {
  const isEven = writing >= recordWriting.evenlyEscaped
  const code = character.charCodeAt(0)
  const upper = capitalOf(character)
  if (code >= 0x80) {
    if (writing === recordWriting.plain) return []
    return isEven && (writing & evenWriting.escapesOthers) !== 0
      ? [{ lower: escapeOf(character, writing), upper: escapeOf(upper, writing) }]
      : [{ lower: bytesOf(character), upper: bytesOf(upper) }]
  }
  const same = (text: string): SpelledCharacter => ({ lower: text, upper: text })
  if (character === '"' || character === '\\' || code < 0x20) {
    if (!isEven) return []
    const hasQuotes = (writing & evenWriting.escapesQuotes) !== 0
    if (character === '"') return [...(hasQuotes ? [same('\\"')] : []), same(escapeOf(character, writing))]
    if (character === '\\') return hasQuotes ? [] : [same('\\\\')]
    const escape = JSON.stringify(character).slice(1, -1)
    // As `\u` escapes they would hide letters: no record of these writings has one.
    return escape.startsWith('\\u') ? [] : [same(escape)]
  }
  if (isEven && character === '/') return [same('\\/'), same('/')]
  if (isEven && escapedSigns.includes(character)) return [same(escapeOf(character, writing)), same(character)]
  return [{ lower: character, upper }]
}

/** Returns the usual capital of a small letter; the letter itself if it has none, or an odd one (see `oddCapitals`). */
export function capitalOf(letter: string): string {
  const capital = letter.toUpperCase()
  const isUsual =
    capital.toLowerCase() === letter &&
    capital.length === letter.length &&
    Buffer.byteLength(capital) === Buffer.byteLength(letter)
  return isUsual ? capital : letter
}

function escapeOf(character: string, writing: number): string {
  return Array.from({ length: character.length }, (_, unit) => {
    const digits = character.charCodeAt(unit).toString(16).padStart(4, '0')
    return `\\u${(writing & evenWriting.hasUpperHex) === 0 ? digits : digits.toUpperCase()}`
  }).join('')
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Whether bytes that are partly those of the small letter, partly those of the capital, may be a third letter's. */
function mayBeMixed({ lower, upper }: SpelledCharacter): boolean {
  return Array.from(lower).filter((byte, at) => byte !== upper[at]).length > 1
}

function combined(characters: readonly (readonly SpelledCharacter[])[]): SpelledCharacter[] {
  let ways: SpelledCharacter[][] = [[]]
  for (const forms of characters) {
    const [only, ...others] = forms
    if (only !== undefined && others.length === 0) for (const way of ways) way.push(only)
    else ways = ways.flatMap((way) => forms.map((form) => [...way, form]))
  }
  return ways.map(asOne)
}

function asOne(characters: readonly SpelledCharacter[]): SpelledCharacter {
  return { lower: characters.map(({ lower }) => lower).join(''), upper: characters.map(({ upper }) => upper).join('') }
}

function asText({ lower, upper }: SpelledCharacter): SoughtText {
  return soughtText(Buffer.from(lower, 'latin1'), Buffer.from(upper, 'latin1'))
}
