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
export type Operator = (typeof operators)[number]

/** What is read as “:”, where a column stands before it. */
export const equalsSigns: ReadonlySet<Operator> = new Set(['=', '==', '!='])

const quotedText = /"(?:[^"\\]|\\.)*"/uy
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

/** The JSON string that stands at `start` and where it ends; undefined where none does. */
export function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  quotedText.lastIndex = start
  const written = quotedText.exec(line)?.[0]
  const text = written === undefined ? undefined : unquoted(written)
  return written === undefined || text === undefined ? undefined : { text, end: start + written.length }
}

/** Why what stands at `start`, with a quote somewhere in it, is no quoted text. @param follows what comes after one */
export function quotesFault(line: string, start: number, follows: string): string {
  if (!line.startsWith('"', start)) return 'Put text that contains a quote in quotes, and write the quote as \\".'
  quotedText.lastIndex = start
  const written = quotedText.exec(line)?.[0]
  return written === undefined || unquoted(written) !== undefined
    ? `End quoted text with a quote, followed by ${follows}.`
    : 'In quotes, write “\\” as “\\\\” and a tab as “\\t”.'
}

/** The text of a JSON string; undefined where it is none. */
export function unquoted(written: string): string | undefined {
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

/** Whether values of the column follow the operator. */
export function takesValues(operator: Operator): boolean {
  return operator === ':' || equalsSigns.has(operator)
}
