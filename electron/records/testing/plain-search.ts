import type { SearchWord } from '#shared/lists/list-filter.ts'

/** Returns the texts of a JSON text's values in the simplest code: what is between punctuation, without names. */
export function plainValueTexts(json: string): string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/gsu) ?? []
  return tokens
    .filter((token, index) => !/^[{}[\],:]$/u.test(token) && tokens[index + 1] !== ':')
    .map((token) => (token.startsWith('"') ? (JSON.parse(token) as string) : token))
}

/** Returns whether a record has each required word and no excluded one. */
export function isPlainlyFound(json: string, words: readonly SearchWord[]): boolean {
  const texts = plainValueTexts(json).map(inOneCase)
  return words.every(({ text, excludes }) => texts.some((value) => value.includes(inOneCase(text))) !== excludes)
}

/** In small letters, of which the sigma has two and the i may have a dot of its own, in one Unicode form. */
function inOneCase(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replaceAll(/i\u0307+/gu, 'i')
    .normalize('NFC')
}

/** The search for these words, each of which must occur. */
export function searchFor(...texts: readonly string[]): SearchWord[] {
  return texts.map((text) => ({ text, excludes: false }))
}
