import { maxFilterTextLength, maxFilterValues, type FilterCondition } from '../list-filter.ts'
import { isDayText, isNoDate, isNumberText, rangeKinds, relativePeriodOf, separatedNumber } from './filter-bounds.ts'
import { LineFault, quotesHint, type Correction } from './filter-line-grammar.ts'
import { quotesFault, readQuoted, takesValues, unquoted, type LineToken, type Operator } from './filter-line-tokens.ts'

/**
 * Parses a filter's values, text or bound to a condition, e.g. `10..20` to a range. Only what is written decides: which
 * values a column has depends on the records that are loaded.
 * @param locale of shown numbers
 * @throws LineFault
 */
export function readCondition(token: LineToken, operator: Operator, locale: string | undefined): FilterCondition {
  const { rest, restStart, end } = token
  if (operator === '~') {
    const [{ text } = noText] = readTexts(token, 1)
    if (text === '') throw new LineFault('Enter the text to find after “~”.', restStart, end)
    return { kind: 'contains', text }
  }
  if (!takesValues(operator)) {
    const [value = noText] = readTexts(token, 1)
    if (value.text === '')
      throw new LineFault(
        `Enter a number or a date like 2024-01-31, today or last week after “${operator}”.`,
        token.start,
        end,
      )
    const side = operator.startsWith('>') ? 'from' : 'to'
    return { kind: 'range', [side]: readBound(value, operator.endsWith('='), token, locale) }
  }
  if (rest === 'empty') return { kind: 'empty' }
  const range = readRange(token, locale)
  if (range !== undefined) return range
  if (rest === '')
    throw new LineFault(`Enter a value, a range like 10..20, or “empty” after “${operator}”.`, token.start, end)
  const values = readTexts(token, maxFilterValues)
  checkValues(values, token, locale)
  const periods = values.flatMap((value) => periodIn(value) ?? [])
  const texts = values.flatMap((value) => (periodIn(value) === undefined ? value.text : []))
  if (values.length > 1) return { kind: 'one-of', texts, ...(periods.length > 0 && { periods }) }
  const [period] = periods
  if (period === undefined) return { kind: 'equals', text: texts[0] ?? '' }
  const bound = { value: period, inclusive: true }
  return { kind: 'range', from: bound, to: bound }
}

/** Returns a value that means a whole day or more, unless it is quoted. A relative one is computed when it is used. */
function periodIn({ text, isBare }: WrittenText): string | undefined {
  return isBare ? (relativePeriodOf(text) ?? (isDayText(text) ? text : undefined)) : undefined
}

interface WrittenText {
  readonly text: string
  /** Position in what follows the operator. */
  readonly at: number
  readonly isBare: boolean
}

const noText: WrittenText = { text: '', at: 0, isBare: true }

/** Parses texts separated by commas, each bare or quoted. */
function readTexts(token: LineToken, most: number): WrittenText[] {
  const { rest, restStart, end } = token
  const texts: WrittenText[] = []
  const faultAt = (start: number): LineFault =>
    new LineFault(quotesFault(rest, start, most === 1 ? 'a space' : 'a comma or a space'), restStart, end)
  let at = 0
  for (;;) {
    const start = at
    const quoted = readQuoted(rest, start)
    const bareEnd = !rest.includes(',', start) || most === 1 ? rest.length : rest.indexOf(',', start)
    const text = quoted?.text ?? rest.slice(start, bareEnd)
    at = quoted?.end ?? bareEnd
    if (quoted === undefined && text.includes('"')) throw faultAt(start)
    checkLength(text, token)
    texts.push({ text, at: start, isBare: quoted === undefined })
    if (at >= rest.length) return texts
    if (rest.charAt(at) !== ',' || most === 1) throw faultAt(start)
    if (texts.length === most) throw new LineFault(`Use at most ${most.toLocaleString()} values.`, restStart, end)
    at += 1
  }
}

function checkLength({ length }: string, { restStart, end }: LineToken): void {
  if (length > maxFilterTextLength)
    throw new LineFault(
      `Text too long: ${length.toLocaleString()} characters. The limit is ${maxFilterTextLength.toLocaleString()}.`,
      restStart,
      end,
    )
}

/** Parses a range: `10..20`, `10<..<20`, `..2026-11-01`; undefined if the text is none. */
function readRange(token: LineToken, locale: string | undefined): FilterCondition | undefined {
  const { rest, restStart, end } = token
  const parts = /^(?<from>"(?:[^"\\]|\\.)*"|[^"]*?)(?<after><?)\.\.(?<before><?)(?<to>"(?:[^"\\]|\\.)*"|[^"]*)$/u.exec(
    rest,
  )?.groups
  if (parts === undefined) return undefined
  const readEnd = (side: 'from' | 'to', inclusive: boolean): Bound | undefined => {
    const part = parts[side] ?? ''
    const isBare = !part.startsWith('"')
    const text = isBare ? part : (unquoted(part) ?? '')
    const value = { text, at: side === 'from' ? 0 : rest.length - part.length, isBare }
    return text === '' ? undefined : readBound(value, inclusive, token, locale, ` ${quotesHint}`)
  }
  const from = readEnd('from', parts['after'] === '')
  const to = readEnd('to', parts['before'] === '')
  const range = { kind: 'range' as const, ...(from && { from }), ...(to && { to }) }
  if (rangeKinds(range).length > 0) return range
  throw new LineFault(
    `Use two numbers or two dates around “..”, like 10..20 or 2026-11-01..2026-11-30. ${quotesHint}`,
    restStart,
    end,
  )
}

interface Bound {
  readonly value: string
  readonly inclusive: boolean
}

function readBound(
  written: WrittenText,
  inclusive: boolean,
  token: LineToken,
  locale: string | undefined,
  hint = '',
): Bound {
  const { text } = written
  checkLength(text, token)
  const bound = { value: relativePeriodOf(text) ?? text, inclusive }
  const corrections = correctionsOf(written, token, locale)
  if (rangeKinds({ kind: 'range', from: bound }).length === 0) throw valueFault(text, token, hint, corrections)
  if (corrections.length > 0) throw ambiguousNumber(written, token, corrections)
  return bound
}

function valueFault(
  text: string,
  { start, end }: LineToken,
  hint: string,
  corrections: readonly Correction[] = [],
): LineFault {
  const why =
    corrections.length > 0
      ? 'is not a number. Use a format like 10 or 0.5.'
      : isNoDate(text)
        ? 'is not a date. Use a format like 2024-01-31 or 2024-01-31T08:00.'
        : 'is neither a number nor a date. Use a format like 10 or 2024-01-31, or a period like today or last week.'
  return new LineFault(`“${text.trim()}” ${why}${hint}`, start, end, corrections)
}

/** @throws LineFault for values that the window shows for another number, and for dates that don't exist */
function checkValues(values: readonly WrittenText[], token: LineToken, locale: string | undefined): void {
  const whole = { text: token.rest, at: 0, isBare: values.every(({ isBare }) => isBare) }
  for (const written of [whole, ...values]) {
    const corrections = correctionsOf(written, token, locale)
    const areNumbers = (written === whole ? values : [written]).every(({ text }) => isNumberText(text))
    if (corrections.length > 0 && areNumbers) throw ambiguousNumber(written, token, corrections)
    if (corrections.length > 0 || (written.isBare && isNoDate(written.text)))
      throw valueFault(written.text, token, ` ${quotesHint}`, corrections)
  }
}

/** Returns the number that the window shows as a bare text, unless the text as a JSON number is the same. */
function correctionsOf(
  { text, at, isBare }: WrittenText,
  { restStart }: LineToken,
  locale: string | undefined,
): Correction[] {
  const number = isBare ? separatedNumber(text, locale) : undefined
  const start = restStart + at
  return number === undefined ? [] : [{ label: number, written: number, start, end: start + text.length }]
}

function ambiguousNumber(
  { text }: WrittenText,
  { start, end }: LineToken,
  corrections: readonly Correction[],
): LineFault {
  const otherwise = text.includes(',') ? 'several numbers' : 'a decimal fraction'
  // In quotes it is what the grammar says.
  const written = text.replace(/^[^,]*/u, '"$&"')
  return new LineFault(
    `“${text}” is ambiguous: it could be one number with separators, or ${otherwise}.`,
    start,
    end,
    corrections.flatMap((correction) => [correction, { ...correction, label: written, written }]),
  )
}
