import { isNumberText } from './filter-bounds.ts'
import { lineTokens, quotesFault, readQuoted, type LineToken } from './filter-line-tokens.ts'
import { maxSearchWordLength, type SearchWord } from '../query/list-filter.ts'
import { LineFault } from './filter-line-grammar.ts'

/** Parses a part of a line that is no filter to a search word; undefined if it is empty. @throws LineFault */
export function readWord({ head, rest, start, end }: LineToken): SearchWord | undefined {
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
  return text === '' ? undefined : { text, excludes }
}

/** Writes a word so that {@link readWord} returns it. */
export function writeWord({ text, excludes }: SearchWord): string {
  const sign = excludes ? '-' : ''
  return sign + (isReadAsWritten(`${sign}${text}`, text, excludes) ? text : JSON.stringify(text))
}

/** Returns whether a bare word is parsed as this text and nothing else. */
function isReadAsWritten(written: string, text: string, excludes: boolean): boolean {
  const [token, ...others] = written.includes('"') || !written.isWellFormed() ? [] : lineTokens(written)
  if (token === undefined || others.length > 0 || token.name !== undefined) return false
  const word = readWord(token)
  return word?.text === text && word.excludes === excludes
}
