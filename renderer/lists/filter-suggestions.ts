import { lineTokens, parseFilterLine, shortName, writeFilter, type LineToken } from '../../shared/model/filter-line.ts'
import type { Column, CommonValue } from '../../shared/model/list.ts'

/** Most columns that are suggested at once. */
const mostColumns = 8

/** Something that the word under the cursor may become. */
export interface Suggestion {
  /** What stands in the line then, in place of `start` to `end`. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** What the person reads. */
  readonly label: string
  readonly remark: string
}

/** What is being written where the cursor stands: a column’s name, one of its values, or nothing that is known. */
export type Writing =
  | { readonly kind: 'name'; readonly token: LineToken; readonly beginning: string }
  | { readonly kind: 'value'; readonly token: LineToken; readonly path: string; readonly beginning: string }
  | { readonly kind: 'nothing' }

export function writingAt(line: string, cursor: number, columns: readonly Column[]): Writing {
  const token = lineTokens(line).find(({ start, end }) => start < cursor && cursor <= end)
  if (token === undefined) return { kind: 'nothing' }
  if (token.name === undefined || token.operator === undefined) {
    const beginning = token.rest.replace(/^-/u, '')
    return beginning === '' || beginning.startsWith('"') ? { kind: 'nothing' } : { kind: 'name', token, beginning }
  }
  if (token.operator !== ':') return { kind: 'nothing' }
  const named = parseFilterLine(`${line.slice(token.start, token.restStart)}x`, columns)
  const path = named.kind === 'line' ? named.line.filters[0]?.path : undefined
  return path === undefined
    ? { kind: 'nothing' }
    : { kind: 'value', token, path, beginning: token.rest.replace(/^"/u, '').replace(/"$/u, '') }
}

/** The columns whose names begin so, then those that hold it. */
export function suggestColumns(
  { token, beginning }: Extract<Writing, { kind: 'name' }>,
  columns: readonly Column[],
): Suggestion[] {
  const low = beginning.toLowerCase()
  const named = columns.map((column) => ({ column, name: shortName(column.path, columns) }))
  const begins = named.filter(({ name }) => name.toLowerCase().startsWith(low))
  const holds = named.filter(
    ({ column, name }) => !name.toLowerCase().startsWith(low) && column.path.toLowerCase().includes(low),
  )
  return [...begins, ...holds].slice(0, mostColumns).map(({ column, name }) => {
    const excludes = token.rest.startsWith('-')
    const written = writeFilter({ path: column.path, excludes, condition: { kind: 'empty' } }, columns)
    return {
      text: written.slice(0, -'empty'.length),
      start: token.start,
      end: token.end,
      label: name,
      remark: name === column.path ? column.type : `${column.path}, ${column.type}`,
    }
  })
}

/** The values that a column has most, and having none. */
export function suggestValues(
  { token, path, beginning }: Extract<Writing, { kind: 'value' }>,
  values: readonly CommonValue[],
  columns: readonly Column[],
): Suggestion[] {
  const { start, end, excludes } = token
  const suggestions = values.map(({ text, count }) => ({
    text: `${writeFilter({ path, excludes, condition: { kind: 'equals', text } }, columns)} `,
    start,
    end,
    label: text === '' ? '(empty text)' : text,
    remark: count.toLocaleString(),
  }))
  if (!'empty'.startsWith(beginning.toLowerCase())) return suggestions
  const empty = `${writeFilter({ path, excludes, condition: { kind: 'empty' } }, columns)} `
  return [...suggestions, { text: empty, start, end, label: 'empty', remark: 'no value' }]
}
