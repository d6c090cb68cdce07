import { ownName, shortName, spokenName, type NamedColumn } from '#shared/lists/column-names.ts'
import { relativePeriods } from '#shared/lists/filter-line/filter-bounds.ts'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import { lineTokens, takesValues, type LineToken } from '#shared/lists/filter-line/filter-line-tokens.ts'
import { writeName, writeValue } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { CommonValue } from '#shared/lists/list.ts'
import { isStatusPath } from '../model/status-tone.ts'

const maxSuggestions = 8

export interface Suggestion {
  /** The text that replaces `start` to `end`. */
  readonly text: string
  readonly start: number
  readonly end: number
  readonly label: string
  readonly remark: string
}

/** What is being typed at the cursor: a column name, a value, or neither. */
export type TypedText =
  | { readonly kind: 'name'; readonly token: LineToken; readonly beginning: string }
  | { readonly kind: 'value'; readonly token: LineToken; readonly path: string; readonly beginning: string }
  | { readonly kind: 'nothing' }

export function writingAt(line: string, cursor: number, columns: readonly NamedColumn[]): TypedText {
  const token = lineTokens(line, true).find(({ start, end }) => start < cursor && cursor <= end)
  if (token === undefined) return { kind: 'nothing' }
  if (token.name === undefined || token.operator === undefined) {
    const beginning = token.rest.replace(/^-/u, '')
    return beginning === '' || beginning.startsWith('"') ? { kind: 'nothing' } : { kind: 'name', token, beginning }
  }
  if (!takesValues(token.operator)) return { kind: 'nothing' }
  // Only the column matters here.
  const named = parseFilterLine(`${line.slice(token.start, token.restStart)}""`, columns)
  const path = named.kind === 'line' ? named.line.filters[0]?.path : undefined
  return path === undefined
    ? { kind: 'nothing' }
    : { kind: 'value', token, path, beginning: token.rest.replace(/^"/u, '').replace(/"$/u, '') }
}

/** Whether what is typed may become a column's name: until then a search for it would find nothing. */
export function isNamePrefix(typed: TypedText, columns: readonly NamedColumn[]): boolean {
  if (typed.kind !== 'name') return false
  const low = typed.beginning.toLowerCase()
  return columns.some((column) =>
    [ownName(column), shortName(column.path, columns), column.path].some((name) => name?.toLowerCase().startsWith(low)),
  )
}

/**
 * Returns filters as an example: by a state or another text of a record, and by date, else by a number.
 * @param json the record
 */
export function exampleFilters(json: string, columns: readonly NamedColumn[]): string {
  const record = JSON.parse(json) as Readonly<Record<string, unknown>>
  const values = columns.map(({ path, type }) => ({
    path,
    name: writeName(shortName(path, columns)),
    type,
    value: record[path],
  }))
  const texts = values.filter(
    ({ type, value }) => type === 'text' && typeof value === 'string' && /^\p{L}+$/u.test(value) && value !== 'empty',
  )
  const text = texts.find(({ path }) => isStatusPath(path)) ?? texts[0]
  const date = values.find(({ type }) => type === 'datetime')
  const numbers = values.flatMap(({ name, type, value }) =>
    type === 'number' && typeof value === 'number' && Number.isSafeInteger(Math.floor(value)) ? [{ name, value }] : [],
  )
  const number = numbers.find(({ value }) => !Number.isInteger(value)) ?? numbers[0]
  return [
    ...(text === undefined ? [] : [`${text.name}:${String(text.value)}`]),
    ...(date === undefined ? [] : [`${date.name}:last week`]),
    ...(number === undefined || date !== undefined ? [] : [`${number.name}>=${Math.floor(number.value)}`]),
  ].join(' ')
}

/** Lists the columns whose names start with the text, then those that contain it. */
export function suggestColumns(
  { token, beginning }: Extract<TypedText, { kind: 'name' }>,
  columns: readonly NamedColumn[],
): Suggestion[] {
  const low = beginning.toLowerCase()
  const named = columns.map((column) => ({ column, own: ownName(column), short: shortName(column.path, columns) }))
  const begins = named.filter(({ own, short }) => [own, short].some((name) => name?.toLowerCase().startsWith(low)))
  const holds = named.filter(
    (each) => !begins.includes(each) && [each.own, each.column.path].some((name) => name?.toLowerCase().includes(low)),
  )
  return [...begins, ...holds].slice(0, maxSuggestions).map(({ column, own, short }) => ({
    text: `${token.rest.startsWith('-') ? '-' : ''}${writeName(spokenName(column, columns))}:`,
    start: token.start,
    end: token.end,
    label: own ?? short,
    remark: (own ?? short) === column.path ? column.type : `${column.path}, ${column.type}`,
  }))
}

/** Lists a column's frequent values, before them periods such as “today”, and “no value”. The column's name stays as typed. */
export function suggestValues(
  { token, path, beginning }: Extract<TypedText, { kind: 'value' }>,
  values: readonly CommonValue[],
  columns: readonly NamedColumn[],
): Suggestion[] {
  const { start, end, head } = token
  const type = columns.find((column) => column.path === path)?.type
  const low = beginning.toLowerCase().replaceAll(/\s+/gu, ' ')
  const periods = type === 'datetime' ? relativePeriods.filter((period) => period.startsWith(low)) : []
  const suggestions = values.map(({ text, count }) => ({
    text: `${head}${writeValue(text)} `,
    start,
    end,
    label: text === '' ? '(empty text)' : text,
    remark: count.toLocaleString(),
  }))
  const others = periods.map((period) => ({ text: `${head}${period} `, start, end, label: period, remark: 'period' }))
  if (!'empty'.startsWith(low)) return [...others, ...suggestions]
  return [...others, ...suggestions, { text: `${head}empty `, start, end, label: 'empty', remark: 'no value' }]
}
