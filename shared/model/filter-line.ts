import { columnsNamed, shortName, spokenName, type NamedColumn } from './column-names.ts'
import { daysOfPeriod, isDateText, isDayText, isNumberText, rangeKind } from './filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from './list-filter.ts'
import type { ColumnType } from './list.ts'
import { nearestColumn } from './nearest-column.ts'

// The line in which a person writes what a list is to show:
//
//   line       words, quoted text and filters, with blanks between them
//   filter     ["-"] name ":" values | ["-"] name "~" text | ["-"] name (">=" | "<=" | ">" | "<") bound
//   values     "empty" | bound ["<"] ".." ["<"] bound | text ("," text)*
//   name       the end of a column's path, where no other column's path ends so, or the person's own name for it
//   text       anything without blanks, quotes and commas, or a JSON string
//
// “-” leaves out what the filter would show; “~” is “contains”; a “<” beside “..” leaves that end out. In a column of
// dates a day, a month or a year is meant as a whole. “name=…” and “name==…” are read as “name:…”, “name!=…” as “-name:…”
// where a column is called so; else they are words.

/** What a line asks for: everything besides filters is one text that must occur in the record. */
export interface FilterLine {
  readonly search: string
  readonly filters: readonly ColumnFilter[]
}

/** Why a line cannot be read, and which part of it is meant. */
export interface FilterLineFault {
  readonly message: string
  readonly start: number
  readonly end: number
  /** The column that was probably meant by a name that none has. */
  readonly meant?: MeantColumn
}

/** A column that was probably meant, and where in the line its name is to stand, as it is written there. */
export interface MeantColumn {
  readonly name: string
  readonly written: string
  readonly start: number
  readonly end: number
}

export type ParsedFilterLine =
  { readonly kind: 'line'; readonly line: FilterLine } | { readonly kind: 'fault'; readonly fault: FilterLineFault }

/** A part of a line between blanks. */
export interface LineToken {
  readonly start: number
  readonly end: number
  readonly excludes: boolean
  /** The column's name as it is meant; undefined for a word. */
  readonly name: string | undefined
  readonly operator: Operator | undefined
  /** Sign, name and operator as they are written; empty for a word. */
  readonly head: string
  /** What follows the operator, or the whole word, as it is written. */
  readonly rest: string
  /** Where `rest` starts in the line. */
  readonly restStart: number
}

const operators = ['>=', '<=', '!=', '==', '>', '<', ':', '~', '='] as const
type Operator = (typeof operators)[number]

/** What is read as “:”, where a column stands before it. */
const equalsSigns: ReadonlySet<Operator> = new Set(['=', '==', '!='])

const quotedText = /"(?:[^"\\]|\\.)*"/uy
/** What a person writes who means a date, whether there is such a date or not. */
const dateLike = /^\d{4}(?:[-/]\d|$)/u

/** The parts of a line; a quote that is not closed reaches to its end. */
export function lineTokens(line: string): LineToken[] {
  const tokens: LineToken[] = []
  let at = 0
  for (;;) {
    while (/\s/u.test(line.charAt(at))) at += 1
    if (at >= line.length) return tokens
    const start = at
    const excludes = line.startsWith('-', at)
    const nameStart = excludes ? at + 1 : at
    const name = readName(line, nameStart)
    const operator = name && operators.find((each) => line.startsWith(each, name.end))
    if (name === undefined || operator === undefined) {
      at = endOfRest(line, start)
      const rest = line.slice(start, at)
      tokens.push({
        ...{ start, end: at, excludes: false, name: undefined, operator: undefined },
        ...{ head: '', rest, restStart: start },
      })
    } else {
      const restStart = name.end + operator.length
      at = endOfRest(line, restStart)
      const [head, rest] = [line.slice(start, restStart), line.slice(restStart, at)]
      tokens.push({ start, end: at, excludes, name: name.text, operator, head, rest, restStart })
    }
  }
}

function readName(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quoted = readQuoted(line, start)
  if (quoted !== undefined) return quoted
  let end = start
  while (end < line.length && !/[\s":~<>,=]/u.test(line.charAt(end)) && !line.startsWith('!=', end)) end += 1
  return end === start ? undefined : { text: line.slice(start, end), end }
}

function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  quotedText.lastIndex = start
  const written = quotedText.exec(line)?.[0]
  const text = written === undefined ? undefined : unquoted(written)
  return written === undefined || text === undefined ? undefined : { text, end: start + written.length }
}

function unquoted(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Where a run of characters and quoted texts without a blank between them ends. */
function endOfRest(line: string, start: number): number {
  let at = start
  while (at < line.length && !/\s/u.test(line.charAt(at))) {
    if (line.charAt(at) !== '"') {
      at += 1
      continue
    }
    quotedText.lastIndex = at
    at += quotedText.exec(line)?.[0].length ?? line.length
  }
  return Math.min(at, line.length)
}

/** Reads a line. @param columns those that the list has */
export function parseFilterLine(line: string, columns: readonly NamedColumn[]): ParsedFilterLine {
  const words: string[] = []
  const filters: ColumnFilter[] = []
  try {
    for (const token of lineTokens(line)) {
      const filter = readFilter(token, columns)
      if (filter !== undefined) filters.push(filter)
      else words.push(readWord(token))
    }
  } catch (error) {
    if (error instanceof LineFault) return { kind: 'fault', fault: error.fault }
    throw error
  }
  return { kind: 'line', line: { search: words.join(' '), filters } }
}

class LineFault extends Error {
  readonly fault: FilterLineFault

  constructor(message: string, start: number, end: number, meant?: MeantColumn) {
    super(message)
    this.fault = { message, start, end, ...(meant && { meant }) }
  }
}

function readWord({ head, rest, start, end }: LineToken): string {
  const word = head + rest
  if (!word.includes('"')) return word
  const quoted = readQuoted(word, 0)
  if (quoted?.end === word.length) return quoted.text
  throw new LineFault('A quoted text ends with a quote, and a blank follows it.', start, end)
}

function readFilter(token: LineToken, columns: readonly NamedColumn[]): ColumnFilter | undefined {
  const { name, operator, excludes } = token
  if (name === undefined || operator === undefined) return undefined
  // Text with “=” in it is looked for more often than it begins with a mistyped name; before there are columns it may be
  // either.
  if (equalsSigns.has(operator) && columns.length > 0 && columnsNamed(name, columns).length === 0) return undefined
  const column = resolveColumn(name, columns, token)
  const condition = readCondition(token, operator, column)
  return { path: column.path, excludes: excludes !== (operator === '!='), condition }
}

function resolveColumn(name: string, columns: readonly NamedColumn[], token: LineToken): NamedColumn {
  const { start, end } = token
  const found = columnsNamed(name, columns)
  const [column] = found
  if (column === undefined)
    throw new LineFault(`There is no column “${name}”. ${quotesHint}`, start, end, meantColumn(name, columns, token))
  if (found.length > 1) {
    const paths = found.slice(0, 4).map(({ path }) => `“${path}”`)
    throw new LineFault(`More than one column is called “${name}”: write ${paths.join(' or ')}.`, start, end)
  }
  return column
}

function meantColumn(
  name: string,
  columns: readonly NamedColumn[],
  { start, excludes, operator, restStart }: LineToken,
): MeantColumn | undefined {
  const column = nearestColumn(name, columns)
  if (column === undefined) return undefined
  const meant = spokenName(column, columns)
  return {
    name: meant,
    written: writeName(meant),
    start: excludes ? start + 1 : start,
    end: restStart - (operator?.length ?? 0),
  }
}

/** Whether values of the column follow the operator. */
export function takesValues(operator: Operator): boolean {
  return operator === ':' || equalsSigns.has(operator)
}

function readCondition(token: LineToken, operator: Operator, column: NamedColumn): FilterCondition {
  const { rest, restStart, end } = token
  if (operator === '~') {
    const [text = ''] = textsOf(token, 1)
    if (text === '') throw new LineFault('After “~” a text is expected that the value contains.', restStart, end)
    return { kind: 'contains', text }
  }
  if (!takesValues(operator)) {
    const [value = ''] = textsOf(token, 1)
    if (value === '')
      throw new LineFault(`After “${operator}” ${boundsOf(column.type).expected} is expected.`, token.start, end)
    const side = operator.startsWith('>') ? 'from' : 'to'
    return { kind: 'range', [side]: readBound(value, side, operator.endsWith('='), column, token) }
  }
  if (rest === 'empty') return { kind: 'empty' }
  const range = readRange(token, column)
  if (range !== undefined) return range
  if (rest === '')
    throw new LineFault(`After “${operator}” a value, a range like 10..20, or “empty” is expected.`, token.start, end)
  const texts = readTexts(token, 1000)
  const [first = { text: '', isBare: true }] = texts
  if (column.type === 'datetime') {
    const days = texts.length === 1 ? wholeDays(first) : undefined
    if (days !== undefined)
      return { kind: 'range', from: { value: days.first, inclusive: true }, to: { value: days.last, inclusive: true } }
    const none = texts.find(({ text, isBare }) => isBare && isNoDate(text))
    if (none !== undefined) throw boundFault(none.text, column.type, token, ` ${quotesHint}`)
  }
  return texts.length > 1
    ? { kind: 'one-of', texts: texts.map(({ text }) => text) }
    : { kind: 'equals', text: first.text }
}

const quotesHint = 'To look for this text itself, put it in quotes.'

/** The days that a text in a column of dates stands for, if it is not an instant. */
function wholeDays({ text, isBare }: WrittenText): { readonly first: string; readonly last: string } | undefined {
  if (isDayText(text)) return { first: text, last: text }
  return isBare ? daysOfPeriod(text) : undefined
}

/** Whether a text looks like a date, and there is no such date. */
function isNoDate(text: string): boolean {
  return dateLike.test(text) && !isDateText(text)
}

interface WrittenText {
  readonly text: string
  readonly isBare: boolean
}

function textsOf(token: LineToken, most: number): string[] {
  return readTexts(token, most).map(({ text }) => text)
}

/** Texts with commas between them, each bare or quoted. */
function readTexts({ rest, restStart, end }: LineToken, most: number): WrittenText[] {
  const texts: WrittenText[] = []
  let at = 0
  for (;;) {
    const quoted = readQuoted(rest, at)
    const bareEnd = !rest.includes(',', at) || most === 1 ? rest.length : rest.indexOf(',', at)
    const text = quoted?.text ?? rest.slice(at, bareEnd)
    at = quoted?.end ?? bareEnd
    if (quoted === undefined && text.includes('"'))
      throw new LineFault('A text with a quote in it is written in quotes, with \\" for the quote.', restStart, end)
    texts.push({ text, isBare: quoted === undefined })
    if (at >= rest.length) return texts
    if (rest.charAt(at) !== ',' || texts.length >= most)
      throw new LineFault('A quoted text ends with a quote; a comma or a blank follows it.', restStart, end)
    at += 1
  }
}

/** `10..20`, `10<..<20`, `..2026-11-01`; undefined where the rest is no range. */
function readRange(token: LineToken, column: NamedColumn): FilterCondition | undefined {
  const { rest, restStart, end } = token
  const parts = /^(?<from>"(?:[^"\\]|\\.)*"|[^"]*?)(?<after><?)\.\.(?<before><?)(?<to>"(?:[^"\\]|\\.)*"|[^"]*)$/u.exec(
    rest,
  )?.groups
  if (parts === undefined) return undefined
  const [fromText = '', toText = ''] = [parts['from'] ?? '', parts['to'] ?? ''].map((part) =>
    part.startsWith('"') ? unquoted(part) : part,
  )
  const readEnd = (text: string, side: 'from' | 'to', inclusive: boolean): Bound | undefined =>
    text === '' ? undefined : readBound(text, side, inclusive, column, token, ` ${quotesHint}`)
  const from = readEnd(fromText, 'from', parts['after'] === '')
  const to = readEnd(toText, 'to', parts['before'] === '')
  const range = { kind: 'range' as const, ...(from && { from }), ...(to && { to }) }
  if (rangeKind(range) !== undefined) return range
  throw new LineFault(
    `Around “..” two numbers or two dates are expected, like 10..20 or 2026-11-01..2026-11-30. ${quotesHint}`,
    restStart,
    end,
  )
}

interface Bound {
  readonly value: string
  readonly inclusive: boolean
}

/** What bounds a range of a column has, as far as its values tell. */
function boundsOf(type: ColumnType): {
  readonly take: (text: string) => boolean
  readonly expected: string
  readonly otherwise: string
} {
  if (type === 'datetime')
    return {
      take: isDateText,
      expected: 'a date like 2024-01-31',
      otherwise: 'is no date: write it like 2024-01-31 or 2024-01-31T08:00.',
    }
  if (type === 'number')
    return {
      take: isNumberText,
      expected: 'a number like 10 or 0.5',
      otherwise: 'is no number: write it like 10 or 0.5.',
    }
  return {
    take: (text) => isNumberText(text) || isDateText(text),
    expected: 'a number or a date like 2024-01-31',
    otherwise: 'is neither a number nor a date: write it like 10 or 2024-01-31.',
  }
}

function readBound(
  text: string,
  side: 'from' | 'to',
  inclusive: boolean,
  { type }: NamedColumn,
  token: LineToken,
  hint = '',
): Bound {
  const days = type === 'datetime' ? daysOfPeriod(text) : undefined
  // From a month on is from its first day on; after it is after its last.
  const value = days === undefined ? text : (side === 'from') === inclusive ? days.first : days.last
  if (!boundsOf(type).take(value)) throw boundFault(text, type, token, hint)
  return { value, inclusive }
}

function boundFault(text: string, type: ColumnType, { start, end }: LineToken, hint: string): LineFault {
  return new LineFault(`“${text}” ${boundsOf(type).otherwise}${hint}`, start, end)
}

/** Writes what {@link parseFilterLine} reads: the same line again, however it was written before. */
export function writeFilterLine({ search, filters }: FilterLine, columns: readonly NamedColumn[]): string {
  return [...filters.map((filter) => writeFilter(filter, columns)), writeSearch(search)]
    .filter((part) => part !== '')
    .join(' ')
}

/** One filter as it is written in a line. */
export function writeFilter({ path, excludes, condition }: ColumnFilter, columns: readonly NamedColumn[]): string {
  const type = columns.find((column) => column.path === path)?.type
  return `${excludes ? '-' : ''}${writeName(shortName(path, columns))}${writeCondition(condition, type)}`
}

/** A column's name as the line takes it. */
export function writeName(name: string): string {
  return /^[^\s":~<>,=-][^\s":~<>,=]*$/u.test(name) ? name : JSON.stringify(name)
}

/** @param type what the column's values are, where that is known */
function writeCondition(condition: FilterCondition, type: ColumnType | undefined): string {
  switch (condition.kind) {
    case 'contains':
      return `~${writeText(condition.text)}`
    case 'equals':
      return `:${writeValue(condition.text, type)}`
    case 'one-of':
      return `:${condition.texts.map((text) => writeValue(text, type)).join(',')}`
    case 'empty':
      return ':empty'
    case 'range': {
      const { from, to } = condition
      if (to === undefined) return `>${from?.inclusive === true ? '=' : ''}${writeText(from?.value ?? '')}`
      if (from === undefined) return `<${to.inclusive ? '=' : ''}${writeText(to.value)}`
      return `:${writeText(from.value)}${from.inclusive ? '' : '<'}..${to.inclusive ? '' : '<'}${writeText(to.value)}`
    }
  }
}

/**
 * A value as it follows “:”; one that would be taken for a year, a month or a wrong date is quoted.
 * @param type what the column's values are, where that is known
 */
export function writeValue(text: string, type: ColumnType | undefined): string {
  const isMistakable = (type === undefined || type === 'datetime') && isNoDate(text)
  return isMistakable ? JSON.stringify(text) : writeText(text)
}

function writeText(text: string): string {
  const isBare = /^[^\s",]+$/u.test(text) && text !== 'empty' && !text.includes('..') && text.isWellFormed()
  return isBare ? text : JSON.stringify(text)
}

function writeSearch(search: string): string {
  if (search === '') return ''
  const tokens = lineTokens(search)
  const isBare = tokens.every(({ name, rest }) => name === undefined && !rest.includes('"'))
  return isBare && tokens.map(({ rest }) => rest).join(' ') === search ? search : JSON.stringify(search)
}
