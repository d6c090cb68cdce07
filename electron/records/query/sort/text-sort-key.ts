import { byte } from '../../json/json-bytes.ts'
import { decodedSigns, hexValue } from '../../json/json-string.ts'
import { lengthMark, makeWeights, pairKey, type CollationWeights, type WeighedCharacters } from './collation-weights.ts'

/** Hangul syllables, and the first of each kind of the letters that they consist of (The Unicode Standard, 3.12). */
const hangul = { first: 0xac00, last: 0xd7a3, initial: 0x1100, medial: 0x1161, final: 0x11a7, medials: 21, finals: 28 }

/**
 * The order of text in a person's language, like `Intl.Collator`, with weights that make sorting quick: if every
 * character of the texts has one, the order of the weights is the collator's, except for texts that differ only in case
 * and accents, which the collator compares. The weights are derived from the collator itself. (Unicode Technical
 * Standard 10: primary weights are compared first, over the whole text.)
 */
export class TextOrder {
  readonly #collator: Intl.Collator
  readonly #language: string
  /** Created when first needed. */
  readonly #weights = new Map<WeighedCharacters, CollationWeights>()

  /** @param language a BCP 47 tag */
  constructor(language: string) {
    this.#language = language
    this.#collator = new Intl.Collator(language)
  }

  compare(left: string, right: string): number {
    return this.#collator.compare(left, right)
  }

  /** What writes the weights of texts; those of different characters cannot be compared. */
  weigher(characters: WeighedCharacters): TextWeigher {
    const weights = this.#weights.get(characters) ?? makeWeights(this.#language, characters)
    this.#weights.set(characters, weights)
    return new TextWeigher(weights)
  }
}

/** Writes texts’ weights. */
export class TextWeigher {
  readonly #weights: CollationWeights
  /** By byte: the weight of an ASCII character; 0 for all other bytes. */
  readonly #ofAscii = new Uint8Array(0x100)

  constructor(weights: CollationWeights) {
    this.#weights = weights
    // If letters form pairs, each one depends on the one before.
    if (weights.pairs.size > 0) return
    this.#ofAscii.set(weights.ofCode.subarray(0, 0x80).map((weight) => (weight > 0xff ? 0 : weight)))
    this.#ofAscii[byte.backslash] = 0
  }

  /**
   * Writes the weights of the characters in the UTF-8 bytes from `start` to `end`, including JSON's escapes. They never
   * need more bytes than the characters.
   * @returns the end of the weights; -1 if some character has none
   */
  weigh(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
    const { ofCode, pairs, lengthened } = this.#weights
    const hasPairs = pairs.size > 0
    const ofAscii = this.#ofAscii
    let place = at
    let index = start
    // Most texts are ASCII to the end, and this loop is five times as fast as the next one.
    for (; index < end; index += 1) {
      const weight = ofAscii[bytes[index] ?? 0] ?? 0
      if (weight === 0) break
      into[place] = weight
      place += 1
    }
    let previous = 0
    for (; index < end; index += 1) {
      let code = bytes[index] ?? 0
      if (code >= 0x80) {
        // Characters of four bytes have no weight.
        if (code >= 0xf0) return -1
        index += 1
        const next = (bytes[index] ?? 0) & 0x3f
        if (code < 0xe0) code = ((code & 0x1f) << 6) | next
        else {
          index += 1
          code = ((code & 0x0f) << 12) | (next << 6) | ((bytes[index] ?? 0) & 0x3f)
        }
      } else if (code === byte.backslash) {
        index += 1
        const sign = bytes[index] ?? 0
        if (sign === byte.lowerU) {
          code = hexValue(bytes, index + 1)
          index += 4
        } else code = decodedSigns[sign] ?? sign
      }
      if (code >= hangul.first && code <= hangul.last) {
        place = weighSyllable(ofCode, code - hangul.first, into, place)
        if (place < 0) return -1
        previous = code
        continue
      }
      const weight = (code === lengthMark ? lengthened.get(previous) : undefined) ?? ofCode[code] ?? 0
      if (weight === 0 || (hasPairs && pairs.has(pairKey(previous, code)))) return -1
      if (weight > 0xff) {
        into[place] = weight >> 8
        place += 1
      }
      into[place] = weight & 0xff
      place += 1
      previous = code
    }
    return place
  }
}

/** Writes the weights of a syllable’s letters, a byte each. */
function weighSyllable(ofCode: Uint16Array, syllable: number, into: Uint8Array, at: number): number {
  const perInitial = hangul.medials * hangul.finals
  const initial = ofCode[hangul.initial + Math.floor(syllable / perInitial)] ?? 0
  const medial = ofCode[hangul.medial + Math.floor((syllable % perInitial) / hangul.finals)] ?? 0
  if (initial === 0 || medial === 0) return -1
  into[at] = initial
  into[at + 1] = medial
  if (syllable % hangul.finals === 0) return at + 2
  const final = ofCode[hangul.final + (syllable % hangul.finals)] ?? 0
  if (final === 0) return -1
  into[at + 2] = final
  return at + 3
}
