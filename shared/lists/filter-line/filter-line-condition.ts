import type { NamedColumn } from '../column-names.ts'
import { maxFilterTextLength, maxFilterValues, type FilterCondition } from '../list-filter.ts'
import type { ColumnType } from '../list.ts'
import {
  daysOfPeriod,
  isDateText,
  isDayText,
  isNumberText,
  rangeKind,
  relativePeriodOf,
  separatedNumber,
} from './filter-bounds.ts'
import { LineFault, quotesHint, type Correction } from './filter-line-grammar.ts'
import { quotesFault, readQuoted, takesValues, unquoted, type LineToken, type Operator } from './filter-line-tokens.ts'

/**
 * Parses a filter's values, text or bound to a condition.
 * @param locale of shown numbers
 * @throws LineFault
 */
export function readCondition(
  token: LineToken,
  operator: Operator,
  column: NamedColumn,
  locale: string | undefined,
): FilterCondition {
  const { rest, restStart, end } = token
  if (operator === '~') {
    const [text = ''] = textsOf(token, 1)
    if (text === '') throw new LineFault('Enter the text to find after “~”.', restStart, end)
    return { kind: 'contains', text }
  }
  if (!takesValues(operator)) {
    const [value = noText] = readTexts(token, 1)
    if (value.text === '')
      throw new LineFault(`Enter ${boundsOf(column.type).expected} after “${operator}”.`, token.start, end)
    const side = operator.startsWith('>') ? 'from' : 'to'
    return { kind: 'range', [side]: readBound(value, side, operator.endsWith('='), column, token, locale) }
  }
  if (rest === 'empty') return { kind: 'empty' }
  const range = readRange(token, column, locale)
  if (range !== undefined) return range
  if (rest === '')
    throw new LineFault(`Enter a value, a range like 10..20, or “empty” after “${operator}”.`, token.start, end)
  const texts = readTexts(token, maxFilterValues)
  if (column.type === 'number') checkNumbers(texts, token, locale)
  const [first = noText] = texts
  if (column.type !== 'datetime')
    return texts.length > 1
      ? { kind: 'one-of', texts: texts.map(({ text }) => text) }
      : { kind: 'equals', text: first.text }
  // What is quoted is compared as text.
  const isPeriod = ({ text, isBare }: WrittenText): boolean => isBare && daysIn(text) !== undefined
  const none = texts.find((each) => each.isBare && !isPeriod(each) && !isDateText(each.text))
  if (none !== undefined) throw boundFault(none.text, column.type, token, ` ${quotesHint}`)
  const days = texts.length === 1 && first.isBare ? daysIn(first.text) : undefined
  if (days !== undefined)
    return { kind: 'range', from: { value: days.first, inclusive: true }, to: { value: days.last, inclusive: true } }
  if (texts.length === 1) return { kind: 'equals', text: first.text }
  const periods = texts.filter((each) => isPeriod(each)).map(({ text }) => relativePeriodOf(text) ?? text)
  return {
    kind: 'one-of',
    texts: texts.filter((each) => !isPeriod(each)).map(({ text }) => text),
    ...(periods.length === 0 ? {} : { periods }),
  }
}

/** Returns the bounds of a period. A relative one stays in words, to be computed when it is used. */
function daysIn(text: string): ReturnType<typeof daysOfPeriod> {
  const relative = relativePeriodOf(text)
  return relative === undefined ? daysOfPeriod(text) : { first: relative, last: relative }
}

interface WrittenText {
  readonly text: string
  /** Position in what follows the operator. */
  readonly at: number
  readonly isBare: boolean
}

const noText: WrittenText = { text: '', at: 0, isBare: true }

function textsOf(token: LineToken, most: number): string[] {
  return readTexts(token, most).map(({ text }) => text)
}

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
function readRange(token: LineToken, column: NamedColumn, locale: string | undefined): FilterCondition | undefined {
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
    return text === '' ? undefined : readBound(value, side, inclusive, column, token, locale, ` ${quotesHint}`)
  }
  const from = readEnd('from', parts['after'] === '')
  const to = readEnd('to', parts['before'] === '')
  const range = { kind: 'range' as const, ...(from && { from }), ...(to && { to }) }
  if (rangeKind(range) !== undefined) return range
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

/** Returns which bounds a range of a column can have, judging by its values. */
function boundsOf(type: ColumnType): {
  readonly take: (text: string) => boolean
  readonly expected: string
  readonly otherwise: string
} {
  if (type === 'datetime')
    return {
      take: (text) => isDateText(text) || relativePeriodOf(text) !== undefined,
      expected: 'a date like 2024-01-31, today or last week',
      otherwise:
        'is not a date. Use a format like 2024-01-31 or 2024-01-31T08:00, or a period like today or last week.',
    }
  if (type === 'number')
    return {
      take: isNumberText,
      expected: 'a number like 10 or 0.5',
      otherwise: 'is not a number. Use a format like 10 or 0.5.',
    }
  return {
    take: (text) => isNumberText(text) || isDateText(text),
    expected: 'a number or a date like 2024-01-31',
    otherwise: 'is neither a number nor a date. Use a format like 10 or 2024-01-31.',
  }
}

function readBound(
  written: WrittenText,
  side: 'from' | 'to',
  inclusive: boolean,
  { type }: NamedColumn,
  token: LineToken,
  locale: string | undefined,
  hint = '',
): Bound {
  const { text } = written
  checkLength(text, token)
  const days = type === 'datetime' && !isDayText(text) ? daysIn(text) : undefined
  // “From a month” starts on its first day; “after a month” starts after its last.
  const value = days === undefined ? text : (side === 'from') === inclusive ? days.first : days.last
  const corrections = type === 'datetime' ? [] : correctionsOf(written, token, locale)
  if (!boundsOf(type).take(value)) throw boundFault(text, type, token, hint, corrections)
  if (corrections.length > 0) throw ambiguousNumber(written, token, corrections)
  return { value, inclusive }
}

function boundFault(
  text: string,
  type: ColumnType,
  { start, end }: LineToken,
  hint: string,
  corrections: readonly Correction[] = [],
): LineFault {
  return new LineFault(`“${text.trim()}” ${boundsOf(type).otherwise}${hint}`, start, end, corrections)
}

/** @throws LineFault for values of a column of numbers that are none, or that the window shows for another number */
function checkNumbers(texts: readonly WrittenText[], token: LineToken, locale: string | undefined): void {
  const whole = { text: token.rest, at: 0, isBare: texts.every(({ isBare }) => isBare) }
  const areNumbers = texts.every(({ text }) => isNumberText(text))
  for (const written of [whole, ...texts]) {
    const { text, isBare } = written
    const corrections = correctionsOf(written, token, locale)
    if (corrections.length > 0 && areNumbers) throw ambiguousNumber(written, token, corrections)
    const isWrong = written === whole ? corrections.length > 0 : isBare && !isNumberText(text)
    if (isWrong) throw boundFault(text, 'number', token, ` ${quotesHint}`, corrections)
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
