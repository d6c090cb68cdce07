import { columnsNamed, spokenName, type NamedColumn } from '../column-names.ts'
import { maxFilters, type ColumnFilter, maxSearchWords, type SearchWord } from '../list-filter.ts'
import { nearestColumn } from '../nearest-column.ts'
import { readCondition } from './filter-line-condition.ts'
import { type FilterLine, LineFault, quotesHint, type Correction, type FilterLineFault } from './filter-line-grammar.ts'
import { equalsSigns, lineTokens, type LineToken } from './filter-line-tokens.ts'
import { readWord } from './filter-line-word.ts'
import { writeName } from './filter-line-writing.ts'

export type ParsedFilterLine =
  | { readonly kind: 'line'; readonly line: FilterLine }
  | { readonly kind: 'fault'; readonly fault: FilterLineFault }

/**
 * Parses a line, e.g. `status:paid fees` to a filter and a search word.
 * @param columns those of the list
 * @param locale of shown numbers; the window's unless given
 */
export function parseFilterLine(line: string, columns: readonly NamedColumn[], locale?: string): ParsedFilterLine {
  const search: SearchWord[] = []
  const filters: ColumnFilter[] = []
  try {
    for (const token of lineTokens(line)) {
      const filter = readFilter(token, columns, locale)
      const word = filter === undefined ? readWord(token, locale) : undefined
      if (filter !== undefined) filters.push(filter)
      if (word !== undefined) search.push(word)
      if (search.length > maxSearchWords) throw tooManyWords(token)
      if (filters.length > maxFilters) throw new LineFault(`Use at most ${maxFilters} filters.`, token.start, token.end)
    }
  } catch (error) {
    if (error instanceof LineFault) return { kind: 'fault', fault: error.fault }
    throw error
  }
  return { kind: 'line', line: { search, filters } }
}

/** Returns the names in a line that no column has. */
export function unknownNames(line: string, columns: readonly NamedColumn[]): string[] {
  return lineTokens(line).flatMap(({ name, operator }) => {
    const isName = name !== undefined && operator !== undefined && !equalsSigns.has(operator)
    return isName && columnsNamed(name, columns).length === 0 ? name : []
  })
}

function tooManyWords({ start, end }: LineToken): LineFault {
  return new LineFault(`Use at most ${maxSearchWords} words. To search for a phrase, put it in quotes.`, start, end)
}

function readFilter(
  token: LineToken,
  columns: readonly NamedColumn[],
  locale: string | undefined,
): ColumnFilter | undefined {
  const { name, operator, excludes } = token
  if (name === undefined || operator === undefined) return undefined
  // Text with “=” is more often searched for than a mistyped name; before there are columns it may be either.
  if (equalsSigns.has(operator) && columns.length > 0 && columnsNamed(name, columns).length === 0) return undefined
  const column = resolveColumn(name, columns, token)
  const condition = readCondition(token, operator, locale)
  return { path: column.path, excludes: excludes !== (operator === '!='), condition }
}

function resolveColumn(name: string, columns: readonly NamedColumn[], token: LineToken): NamedColumn {
  const { start, end } = token
  const found = columnsNamed(name, columns)
  const [column] = found
  if (column === undefined)
    throw new LineFault(`No column “${name}”. ${quotesHint}`, start, end, meantColumns(name, columns, token))
  if (found.length > 1) {
    const paths = found.slice(0, 4).map(({ path }) => `“${path}”`)
    throw new LineFault(`Several columns are named “${name}”. Use ${paths.join(' or ')}.`, start, end)
  }
  return column
}

function meantColumns(
  name: string,
  columns: readonly NamedColumn[],
  { start, excludes, operator, restStart }: LineToken,
): Correction[] {
  const column = nearestColumn(name, columns)
  if (column === undefined) return []
  const meant = spokenName(column, columns)
  const nameStart = excludes ? start + 1 : start
  return [{ label: meant, written: writeName(meant), start: nameStart, end: restStart - (operator?.length ?? 0) }]
}
