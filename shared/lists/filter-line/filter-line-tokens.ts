/** A part of a line between blanks. */
export interface LineToken {
  readonly start: number
  readonly end: number
  readonly excludes: boolean
  /** The column's name, unquoted; undefined for a word. */
  readonly name: string | undefined
  readonly operator: Operator | undefined
  /** Sign, name and operator as written; empty for a word. */
  readonly head: string
  /** What follows the operator, or the whole word, as written. */
  readonly rest: string
  /** Position of `rest` in the line. */
  readonly restStart: number
}

const operators = ['>=', '<=', '!=', '==', '>', '<', ':', '~', '='] as const
export type Operator = (typeof operators)[number]

/** Treated as “:” after a column's name. */
export const equalsSigns: ReadonlySet<Operator> = new Set(['=', '==', '!='])

const quotedText = /"(?:[^"\\]|\\.)*"/uy
/**
 * Splits a line into parts, e.g. `-status:paid "two words"` to two; an unterminated quote extends to its end.
 * @param isTyped whether the start of a period at the line’s end, such as “last we”, is one part like a whole period
 */
export function lineTokens(line: string, isTyped = false): LineToken[] {
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
      at = endOfRest(line, start, /\s/uy)
      const rest = line.slice(start, at)
      tokens.push({
        start,
        end: at,
        excludes: false,
        name: undefined,
        operator: undefined,
        head: '',
        rest,
        restStart: start,
      })
    } else {
      const restStart = name.end + operator.length
      // Some languages show numbers with no-break spaces.
      at = endOfRest(line, restStart, /(?![\u00a0\u202f]\d)\s/uy)
      at = endOfPeriods(line, restStart, at, isTyped)
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

/**
 * Returns the JSON string at `start` and its end, e.g. `a b` and 10 for 5 in `name:"a b"`; undefined if there is none.
 */
export function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  quotedText.lastIndex = start
  const written = quotedText.exec(line)?.[0]
  const text = written === undefined ? undefined : unquoted(written)
  return written === undefined || text === undefined ? undefined : { text, end: start + written.length }
}

/**
 * Explains why the text at `start`, which contains a quote, is not a valid quoted text.
 * @param follows what may come after one
 */
export function quotesFault(line: string, start: number, follows: string): string {
  if (!line.startsWith('"', start)) return 'Put text that contains a quote in quotes, and write the quote as \\".'
  quotedText.lastIndex = start
  const written = quotedText.exec(line)?.[0]
  return written === undefined || unquoted(written) !== undefined
    ? `End quoted text with a quote, followed by ${follows}.`
    : 'In quotes, write “\\” as “\\\\” and a tab as “\\t”.'
}

/** Returns the text of a JSON string, e.g. `a b` of `"a b"`; undefined if it is none. */
export function unquoted(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the end of a sequence of characters and quoted texts without a blank between them. @param blank sticky */
function endOfRest(line: string, start: number, blank: RegExp): number {
  let at = start
  for (; at < line.length;) {
    blank.lastIndex = at
    if (blank.test(line)) break
    if (line.charAt(at) !== '"') {
      at += 1
      continue
    }
    quotedText.lastIndex = at
    at += quotedText.exec(line)?.[0].length ?? line.length
  }
  return Math.min(at, line.length)
}

/** Relative periods of two words: their first, and their second with the blanks before it. */
const endsInFirstWord = /(?:^|[,.<])(?:this|last)$/iu
const secondWord = /\s+(?:week|month|[1-9]\d{0,3}[hd])(?=[\s,.<]|$)/iuy
const typedSecondWord = /\s+(?:we{0,2}k?|mo?n?t?h?|[1-9]\d{0,3}[hd]?)?$/iuy

/** Returns the end of values from `start`, where `end` is that without blanks: “last week..today”. */
function endOfPeriods(line: string, start: number, end: number, isTyped: boolean): number {
  if (!endsInFirstWord.test(line.slice(start, end))) return end
  for (const second of isTyped ? [secondWord, typedSecondWord] : [secondWord]) {
    second.lastIndex = end
    const { length } = second.exec(line)?.[0] ?? ''
    if (length > 0) return endOfPeriods(line, start, endOfRest(line, end + length, /\s/uy), isTyped)
  }
  return end
}

/** Returns whether values of the column follow the operator. */
export function takesValues(operator: Operator): boolean {
  return operator === ':' || equalsSigns.has(operator)
}
