/** Characters below this are letters of alphabets that may have a weight: Latin, Greek and Cyrillic ones. */
const lettersUntil = 0x530

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Alphabets besides Latin: letters that every language that uses them has, and the range of all. */
export const alphabets = [
  { letters: Array.from('αβγδεζηθικλμνξοπρστυφχψω'), from: 0x386, until: 0x3cf },
  { letters: Array.from('абвгдежзийклмнопрстуфхцчшщъыьэюя'), from: 0x400, until: lettersUntil },
] as const

const hebrew = { letters: Array.from('אבגדהוזחטיכלמנסעפצקרשת'), from: 0x5d0, until: 0x5eb }

/** With the letters of all languages that write in it, there are too many for a byte each. */
export const arabic = { letters: Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي'), from: 0x620, until: 0x700 }

interface Alphabet {
  readonly letters: readonly string[]
  readonly from: number
  readonly until: number
}

/**
 * Which characters have weights: Latin, Greek and Cyrillic ones, or also Hebrew, Arabic, Chinese, Japanese and Korean ones. The
 * latter take longer to make and more room.
 */
export type WeighedCharacters = 'alphabets' | 'all'

/** Weights of characters by UTF-16 code, and which of them have none in combination. */
export interface CollationWeights {
  /**
   * By code: up to 255 a weight of one byte, above it one of two, higher byte first; 0: the collator must decide. No
   * weight is a prefix of another.
   */
  readonly ofCode: Uint16Array
  /** Pairs of letters that the language orders as one, as Czech does `ch` and Yiddish `וו`; see {@link pairKey}. */
  readonly pairs: ReadonlySet<number>
  /** In Japanese, by the code of a kana the weight of a {@link lengthMark} behind it: that of the vowel that it lengthens. */
  readonly lengthened: ReadonlyMap<number, number>
}

/** The code of `ー`. */
export const lengthMark = 0x30fc

/** Two adjacent characters, as one number. */
export function pairKey(first: number, second: number): number {
  return first * 0x1_00_00 + second
}

/**
 * Creates weights of single characters in the collator's order of letters. Hangul syllables have none; they are ordered
 * by their letters (U+1100 and on), which have.
 * @param language a BCP 47 tag
 */
export function makeWeights(language: string, characters: WeighedCharacters): CollationWeights {
  const ofCode = new Uint16Array(characters === 'all' ? 0x1_00_00 : lettersUntil)
  const base = new Intl.Collator(language, { sensitivity: 'base' })
  // If digits are ordered by the numbers they form, no character has a weight of its own.
  if (base.resolvedOptions().numeric) return { ofCode, pairs: new Set(), lengthened: new Map() }
  const accented = latinCandidates(base)
  const pairs = findPairs(base, letters, accented)
  const latin = [...asciiCandidates(pairs.size > 0), ...accented]
  const others = alphabets.flatMap((alphabet) => alphabetCandidates(base, alphabet))
  if (characters === 'alphabets') {
    giveWeights(base, { narrow: [...latin, ...others], wide: [] }, ofCode)
    return { ofCode, pairs, lengthened: new Map() }
  }
  const kana = kanaCandidates(base)
  const rightToLeft = [hebrew, arabic].flatMap((alphabet) => alphabetCandidates(base, alphabet))
  const wide = [
    ...others,
    ...rightToLeft,
    ...kana,
    ...fullWidthCandidates(base, latin),
    ...hanCandidates(base),
    ...marks,
  ]
  giveWeights(base, { narrow: [...latin, ...hangulLetters], wide }, ofCode)
  const allPairs = new Set([...pairs, ...findPairs(base, hebrew.letters, [])])
  return { ofCode, pairs: allPairs, lengthened: findLengthened(base, kana, ofCode) }
}

function findLengthened(base: Intl.Collator, kana: readonly string[], ofCode: Uint16Array): Map<number, number> {
  const found = new Map<number, number>()
  for (const each of kana) {
    const long = each + String.fromCharCode(lengthMark)
    const vowel = Array.from('アイウエオ').find((vowel) => base.compare(long, each + vowel) === 0)
    const weight = vowel === undefined ? 0 : (ofCode[vowel.charCodeAt(0)] ?? 0)
    if (weight > 0) found.set(each.charCodeAt(0), weight)
  }
  return found
}

/** @param candidates `narrow`: those whose weight must have one byte */
function giveWeights(
  base: Intl.Collator,
  candidates: { readonly narrow: readonly string[]; readonly wide: readonly string[] },
  ofCode: Uint16Array,
): void {
  const narrow = new Set(candidates.narrow)
  const ordered = [...candidates.narrow, ...candidates.wide]
    // Characters with no weight of their own, such as a hyphen in Thai, are left to the collator.
    .filter((character) => base.compare(character, '') > 0)
    .sort(base.compare)
  let first = 0
  /** 0: the last weight has no second byte. */
  let second = 0
  for (let at = 0; at < ordered.length;) {
    let until = at + 1
    while (until < ordered.length && base.compare(ordered[at] ?? '', ordered[until] ?? '') === 0) until += 1
    const equals = ordered.slice(at, until)
    at = until
    if (equals.some((character) => narrow.has(character))) {
      first += 1
      second = 0
    } else if (second === 0 || second === 0xff) {
      first += 1
      second = 1
    } else second += 1
    if (first > 0xff) return
    for (const character of equals) ofCode[character.charCodeAt(0)] = second === 0 ? first : (first << 8) | second
  }
}

/** Finds out which pairs of letters the language orders as one. The second may have an accent: to Danes “AÄ” is an Å with one. */
function findPairs(base: Intl.Collator, letters: readonly string[], accented: readonly string[]): Set<number> {
  const pairs = new Set<number>()
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
      const seconds = [second, ...accented.filter((character) => character.normalize('NFD').startsWith(second))]
      for (const one of [first, first.toUpperCase()])
        for (const two of seconds.flatMap((each) => [each, each.toUpperCase()]))
          pairs.add(pairKey(one.charCodeAt(0), two.charCodeAt(0)))
    }
  return pairs
}

/** If letters form pairs, marks between them might too: then only letters, digits and the space have weights. */
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

/** Returns Latin letters with one accent that the language treats as one letter, accented or separate. */
function latinCandidates(base: Intl.Collator): string[] {
  return Array.from({ length: lettersUntil - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index)).filter(
    (character) => {
      const [letter = '', mark = '', ...more] = Array.from(character.normalize('NFD'))
      if (!/^[a-z]$/iu.test(letter) || mark === '' || more.length > 0) return false
      // One that represents two letters, like ä for ae in phone books, is followed by what starts with the two.
      return (
        base.compare(character, letter) === 0 || letters.every((other) => base.compare(character, letter + other) !== 0)
      )
    },
  )
}

/**
 * Returns the letters of an alphabet that the language orders one by one, ignoring accents. No known language orders
 * pairs of them as one.
 */
function alphabetCandidates(base: Intl.Collator, alphabet: Alphabet): string[] {
  const ordered = alphabet.letters.toSorted(base.compare)
  const last = ordered.at(-1) ?? ''
  return Array.from({ length: alphabet.until - alphabet.from }, (_, index) =>
    String.fromCharCode(alphabet.from + index),
  ).filter((character) => {
    const [letter = '', mark = '', ...more] = Array.from(character.normalize('NFKD'))
    if (!/^\p{L}$/u.test(letter) || (mark !== '' && !/^\p{Mn}$/u.test(mark)) || more.length > 0) return false
    // One that represents two letters is among what starts with the first of them.
    const before = ordered.findLast((each) => base.compare(each, character) <= 0)
    return before === undefined || base.compare(before, character) === 0 || base.compare(character, before + last) > 0
  })
}

/** The letters that form Hangul syllables: 19 first, 21 middle and 27 last ones. */
const hangulLetters = [...range(0x1100, 0x1112), ...range(0x1161, 0x1175), ...range(0x11a8, 0x11c2)]

/** Chinese and Japanese marks with a weight of their own. */
const marks = Array.from('、。・「」『』ーｰ')

/** Kana but for marks that lengthen or repeat the one before. */
function kanaCandidates(base: Intl.Collator): string[] {
  return [
    ...range(0x3041, 0x3096),
    ...range(0x30a1, 0x30fa),
    ...range(0xff66, 0xff6f),
    ...range(0xff71, 0xff9d),
  ].filter((character) => base.compare(character, Array.from(character.normalize('NFKD'))[0] ?? '') === 0)
}

/** Characters as wide as Chinese ones that the language takes for the Latin ones. */
function fullWidthCandidates(base: Intl.Collator, latin: readonly string[]): string[] {
  const weighed = new Set(latin)
  return [...range(0xff01, 0xff5e), '\u3000'].filter((character) => {
    const usual = character.normalize('NFKC')
    return weighed.has(usual) && base.compare(character, usual) === 0
  })
}

/** Returns Chinese characters, unless the language orders them by their Hangul reading. */
function hanCandidates(base: Intl.Collator): string[] {
  return range(0x4e00, 0x9fff).filter(
    (character) => base.compare(character, '가') < 0 || base.compare(character, '힣') > 0,
  )
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))
}
