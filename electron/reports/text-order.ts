import { byte } from './json-bytes.ts'
import { decodedSigns, hexValue } from './json-string.ts'

/** Characters below this may have a weight: Latin, Greek and Cyrillic ones. In UTF-8 they have one byte or two. */
const weighed = 0x530

/** The first bytes of characters from 0x80 on that may have a weight. */
const leads = { first: 0xc2, last: 0xd4 } as const

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Alphabets besides Latin: the letters that every language has which writes in them, and where all of them are. */
export const alphabets = [
  { letters: Array.from('αβγδεζηθικλμνξοπρστυφχψω'), from: 0x386, until: 0x3cf },
  { letters: Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя'), from: 0x400, until: weighed },
] as const

/**
 * The order of text in a person’s language, as `Intl.Collator` has it, with weights that make sorting quick: for text
 * whose every character has one, the order of the weights is the collator’s but for text that differs in letter case and
 * accents only, between which the collator decides. The weights come from the collator itself. (Unicode Technical
 * Standard 10: primary weights are compared first, over the whole text.)
 */
export class TextOrder {
  readonly #collator: Intl.Collator
  readonly #language: string
  /** For each character its weight; 0 where the collator must decide. Made when it is first needed. */
  #weights: Uint8Array | undefined
  /** Pairs of ASCII characters that the language orders as one letter, as Czech does `ch`. */
  readonly #pairs = new Set<number>()

  /** @param language a BCP 47 tag */
  constructor(language: string) {
    this.#language = language
    this.#collator = new Intl.Collator(language)
  }

  #makeWeights(): Uint8Array {
    const weights = new Uint8Array(weighed)
    this.#weights = weights
    // Where digits are ordered by the numbers that they make, no character has a weight of its own.
    if (this.#collator.resolvedOptions().numeric) return weights
    const base = new Intl.Collator(this.#language, { sensitivity: 'base' })
    this.#findPairs(base)
    const candidates = [
      ...asciiCandidates(this.#pairs.size > 0),
      ...latinCandidates(base),
      ...alphabets.flatMap((alphabet) => alphabetCandidates(base, alphabet)),
    ].filter(
      // What counts for nothing by itself, as a hyphen does in Thai, is left to the collator.
      (character) => base.compare(character, '') > 0,
    )
    candidates.sort(base.compare)
    let weight = 0
    let previous = ''
    for (const character of candidates) {
      if (previous === '' || base.compare(previous, character) !== 0) weight += 1
      if (weight > 0xff) break
      weights[character.charCodeAt(0)] = weight
      previous = character
    }
    return weights
  }

  #findPairs(base: Intl.Collator): void {
    const order = new Map(
      letters.map((letter) => [letter, letters.filter((other) => base.compare(other, letter) < 0).length]),
    )
    const rank = (letter: string): number => order.get(letter) ?? 0
    for (const first of letters)
      for (const second of letters) {
        const pair = first + second
        const isOne = letters.some((other) => {
          const asSecond = Math.sign(base.compare(pair, first + other)) !== Math.sign(rank(second) - rank(other))
          const asFirst =
            Math.sign(base.compare(pair, other)) !==
            (rank(first) === rank(other) ? 1 : Math.sign(rank(first) - rank(other)))
          return asSecond || asFirst
        })
        if (!isOne) continue
        for (const one of [first, first.toUpperCase()])
          for (const two of [second, second.toUpperCase()])
            this.#pairs.add(pairKey(one.charCodeAt(0), two.charCodeAt(0)))
      }
  }

  compare(left: string, right: string): number {
    return this.#collator.compare(left, right)
  }

  /**
   * Writes the weights of the characters that the UTF-8 bytes from `start` to `end` are, JSON's escapes among them.
   * @returns where the weights end; -1 where some character has none
   */
  weigh(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
    const weights = this.#weights ?? this.#makeWeights()
    const hasPairs = this.#pairs.size > 0
    let place = at
    let previous = 0
    for (let index = start; index < end; index += 1) {
      let code = bytes[index] ?? 0
      if (code >= 0x80) {
        if (code < leads.first || code > leads.last) return -1
        index += 1
        code = ((code & 0x1f) << 6) | ((bytes[index] ?? 0) & 0x3f)
      } else if (code === byte.backslash) {
        index += 1
        const sign = bytes[index] ?? 0
        if (sign === byte.lowerU) {
          code = hexValue(bytes, index + 1)
          index += 4
        } else code = decodedSigns[sign] ?? sign
      }
      const weight = weights[code] ?? 0
      if (weight === 0 || (hasPairs && this.#pairs.has(pairKey(previous, code)))) return -1
      into[place] = weight
      place += 1
      previous = code
    }
    return place
  }
}

function pairKey(first: number, second: number): number {
  return first * weighed + second
}

/** Where letters form pairs, marks between them could too: only letters, digits and the blank are weighed then. */
function asciiCandidates(hasPairs: boolean): string[] {
  const all = [
    '\t',
    '\n',
    '\v',
    '\f',
    '\r',
    ...Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)),
  ]
  return hasPairs ? all.filter((character) => /[a-z0-9 ]/iu.test(character)) : all
}

/** Latin letters with one accent that the language takes for one letter, an accented one or one of its own. */
function latinCandidates(base: Intl.Collator): string[] {
  return Array.from({ length: weighed - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index)).filter((character) => {
    const [letter = '', mark = '', ...more] = Array.from(character.normalize('NFD'))
    if (!/^[a-z]$/iu.test(letter) || mark === '' || more.length > 0) return false
    // One that stands for two letters, as ä does for ae in phone books, is followed by what begins with the two.
    return (
      base.compare(character, letter) === 0 || letters.every((other) => base.compare(character, letter + other) !== 0)
    )
  })
}

/** The letters of an alphabet that the language orders one by one, an accent aside. None that is known orders pairs of them as one. */
function alphabetCandidates(base: Intl.Collator, alphabet: (typeof alphabets)[number]): string[] {
  const ordered = alphabet.letters.toSorted(base.compare)
  const last = ordered.at(-1) ?? ''
  return Array.from({ length: alphabet.until - alphabet.from }, (_, index) =>
    String.fromCharCode(alphabet.from + index),
  ).filter((character) => {
    const [letter = '', mark = '', ...more] = Array.from(character.normalize('NFD'))
    if (!/^\p{L}$/u.test(letter) || (mark !== '' && !/^\p{Mn}$/u.test(mark)) || more.length > 0) return false
    // One that stands for two letters is among what begins with the first of them.
    const before = ordered.findLast((each) => base.compare(each, character) <= 0)
    return before === undefined || base.compare(before, character) === 0 || base.compare(character, before + last) > 0
  })
}
