import { maxSearchWordLength, type SearchWord } from '../list-filter.ts'
import { isNumberText, separatedNumber } from './filter-bounds.ts'
import { LineFault } from './filter-line-grammar.ts'
import { lineTokens, quotesFault, readQuoted, type LineToken } from './filter-line-tokens.ts'

/**
 * Parses a part of a line that is no filter to a search word, e.g. `-fees` to the excluded `fees`; undefined if it is
 * empty. Without quotes, a number with separators also means the number itself.
 * @param locale of shown numbers; the window's unless given
 * @throws LineFault
 */
export function readWord({ head, rest, start, end }: LineToken, locale?: string): SearchWord | undefined {
  const written = head + rest
  const excludes = written.startsWith('-') && !isNumberText(written)
  const bare = excludes ? written.slice(1) : written
  const quoted = bare.includes('"') ? readQuoted(bare, 0) : { text: bare, end: bare.length }
  if (quoted?.end !== bare.length) throw new LineFault(quotesFault(bare, 0, 'a space'), start, end)
  const { text } = quoted
  if (text.length > maxSearchWordLength)
    throw new LineFault(
      `Text too long: ${text.length.toLocaleString()} characters. The limit is ${maxSearchWordLength.toLocaleString()}.`,
      start,
      end,
    )
  const number = text === bare ? separatedNumber(text, locale) : undefined
  return text === '' ? undefined : { text, excludes, ...(number !== undefined && { number }) }
}

/** Writes a word so that {@link readWord} returns it, e.g. `two words` as `"two words"`. */
export function writeWord(word: SearchWord, locale?: string): string {
  const { text, excludes } = word
  const sign = excludes ? '-' : ''
  return sign + (isReadAsWritten(`${sign}${text}`, word, locale) ? text : JSON.stringify(text))
}

/** Returns whether a bare text is parsed as this word and nothing else. */
function isReadAsWritten(written: string, { text, excludes, number }: SearchWord, locale: string | undefined): boolean {
  const [token, ...others] = written.includes('"') || !written.isWellFormed() ? [] : lineTokens(written)
  if (token === undefined || others.length > 0 || token.name !== undefined) return false
  const word = readWord(token, locale)
  return word?.text === text && word.excludes === excludes && word.number === number
}
